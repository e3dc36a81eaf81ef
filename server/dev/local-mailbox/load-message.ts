import { z } from 'zod';
import { notFound } from '../../errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { type CapturedMessage, findMessage, readRaw } from './data.ts';
import { type MessageContent, readContent } from './message-content.ts';

export const idParams = z.object({ id: z.uuid() });

/** @throws 404 */
export async function loadRaw(db: Database, id: string): Promise<Buffer> {
  const raw = await readRaw(db, id);
  if (!raw) throw notFound('That message');
  return raw;
}

/** @throws 404 */
export async function loadMessage(
  db: Database,
  id: string,
): Promise<{ message: CapturedMessage; content: MessageContent }> {
  const message = await findMessage(db, id);
  if (!message) throw notFound('That message');
  return { message, content: await readContent(await loadRaw(db, id)) };
}
