import type { JobData } from '../jobs.ts';
import type { Services } from '../services.ts';

/** Removes files whose rows are gone. One that is not there any more is fine, so an interrupted run begins anew. */
export async function eraseFiles(
  { storage }: Pick<Services, 'storage'>,
  { keys }: JobData['erase-files'],
): Promise<void> {
  for (const key of keys) await storage.delete(key);
}
