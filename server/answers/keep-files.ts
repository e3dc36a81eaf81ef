import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { MessageAttachment } from '../../packages/mail-reader/parse/parse-message.ts';
import { type ReplyFile, replyFile } from '../../packages/mail-reader/parse/reply-files.ts';
import type { ReplyAttachment } from '../../shared/attachments.ts';
import { FILES_A_DAY_BYTES } from '../../shared/limits.ts';
import { answeredHere } from '../core/db/came-to.ts';
import type { Executor } from '../core/db/database.ts';
import type { Services } from '../core/services.ts';
import type { Destination } from '../mail/in/destination.ts';
import type { Person } from '../people/identity/sessions/person.ts';
import { overwriteSecrets } from './conceal-tokens.ts';
import { roleOf } from './data.ts';
import { scanForViruses } from './virus-scan.ts';

/** Files of one message that are kept; others are named. */
const KEPT_MAX = 20;

/** One without a `storageKey` is only named. */
export interface KeptFile extends ReplyFile, Pick<ReplyAttachment, 'id' | 'scan'> {
  storageKey?: string;
}

/** Stored once the virus scanner has seen it; an infected file, or one beyond the day's bytes, is only named. */
export async function keepFiles(
  services: Services,
  from: Destination,
  parts: readonly MessageAttachment[],
): Promise<KeptFile[]> {
  const { db, storage, config } = services;
  let left = FILES_A_DAY_BYTES - (await keptToday(db, from.conversationId));
  const files: KeptFile[] = [];
  for (const part of parts) {
    const file = replyFile(part);
    const stored = files.filter(({ id }) => id !== undefined).length;
    if (file.incidental || isMessage(part) || !part.content || part.size > left || stored >= KEPT_MAX) {
      files.push(file);
      continue;
    }
    const scan = config.CLAMAV_SOCKET
      ? await scanForViruses(config.CLAMAV_SOCKET, part.content)
      : 'unchecked';
    if (scan === 'infected') {
      files.push({ ...file, scan });
      continue;
    }
    const id = randomUUID();
    const storageKey = fileKey(id);
    await storage.put(storageKey, await overwriteSecrets(services, from, Buffer.from(part.content)));
    left -= part.size;
    files.push({ ...file, id, scan, storageKey });
  }
  return files;
}

export const fileKey = (id: string): string => `files/${id.slice(0, 2)}/${id}`;

/** A message sent along may be the letter's own mail, whose links hold the recipient's token: it is named only. */
const isMessage = ({ contentType, name }: MessageAttachment): boolean =>
  /^message\//i.test(contentType) || /\.(?:eml|msg|mbox)$/i.test(name.trim());

/** @returns bytes */
async function keptToday(db: Executor, conversationId: string): Promise<number> {
  const { rows } = await db.execute<{ bytes: number }>(sql`
    select coalesce(sum(size), 0)::int as bytes from reply_files
    where conversation_id = ${conversationId}::uuid and created_at > now() - interval '1 day'`);
  return rows[0]?.bytes ?? 0;
}

export interface StoredFile {
  name: string;
  storageKey: string;
}

/** Null unless the conversation is the person's. */
export async function findStoredFile(
  db: Executor,
  person: Person,
  { conversationId, fileId }: { conversationId: string; fileId: string },
): Promise<StoredFile | null> {
  const role = await roleOf(db, person, conversationId);
  if (!role) return null;
  const { rows } = await db.execute<StoredFile & Record<string, unknown>>(sql`
    select f.name, f.storage_key as "storageKey" from reply_files f join replies r on r.id = f.reply_id
      join letters l on l.conversation_id = f.conversation_id
    where f.id = ${fileId}::uuid and f.conversation_id = ${conversationId}::uuid
      and (${role}::text = 'sender' or ${answeredHere})`);
  return rows[0] ?? null;
}
