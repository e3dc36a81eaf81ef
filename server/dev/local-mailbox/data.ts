import { count, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.ts';
import { capturedMessages } from '../../platform/db/schema/delivery.ts';

const LISTED = 500;

const columns = {
  id: capturedMessages.id,
  envelopeSender: capturedMessages.envelopeSender,
  envelopeRecipients: capturedMessages.envelopeRecipients,
  from: capturedMessages.fromText,
  to: capturedMessages.toText,
  subject: capturedMessages.subject,
  messageId: capturedMessages.messageId,
  capturedAt: capturedMessages.capturedAt,
  openedAt: capturedMessages.openedAt,
  /** bytes */
  size: sql<number>`octet_length(${capturedMessages.raw})`,
};

export interface CapturedMessage {
  id: string;
  envelopeSender: string;
  envelopeRecipients: string[];
  from: string;
  to: string;
  subject: string;
  messageId: string;
  capturedAt: Date;
  openedAt: Date | null;
  size: number;
}

/** Newest first, at most 500. */
export function listMessages(db: Database): Promise<CapturedMessage[]> {
  return db.select(columns).from(capturedMessages).orderBy(desc(capturedMessages.capturedAt)).limit(LISTED);
}

export async function countMessages(db: Database): Promise<number> {
  const [row] = await db.select({ messages: count() }).from(capturedMessages);
  return row?.messages ?? 0;
}

export async function findMessage(db: Database, id: string): Promise<CapturedMessage | null> {
  const [message] = await db.select(columns).from(capturedMessages).where(eq(capturedMessages.id, id));
  return message ?? null;
}

export async function readRaw(db: Database, id: string): Promise<Buffer | null> {
  const [row] = await db
    .select({ raw: capturedMessages.raw })
    .from(capturedMessages)
    .where(eq(capturedMessages.id, id));
  return row?.raw ?? null;
}

export async function markOpened(db: Database, id: string): Promise<void> {
  await db
    .update(capturedMessages)
    .set({ openedAt: sql`coalesce(${capturedMessages.openedAt}, now())` })
    .where(eq(capturedMessages.id, id));
}

export async function deleteMessage(db: Database, id: string): Promise<void> {
  await db.delete(capturedMessages).where(eq(capturedMessages.id, id));
}

export async function deleteAllMessages(db: Database): Promise<void> {
  await db.delete(capturedMessages);
}
