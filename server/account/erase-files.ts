import type { JobData } from '../platform/jobs/queue.ts';
import type { Services } from '../platform/services.ts';

declare module '../platform/jobs/queue.ts' {
  interface JobData {
    /** storage keys whose rows are gone */
    'erase-files': { keys: string[] };
  }
}

/** Removes files whose rows are gone. One that is not there any more is fine, so an interrupted run begins anew. */
export async function eraseFiles(
  { storage }: Pick<Services, 'storage'>,
  { keys }: JobData['erase-files'],
): Promise<void> {
  for (const key of keys) await storage.delete(key);
}
