import { eq, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/db/database.ts';
import { imapMailboxes } from '../../platform/db/schema/inbound.ts';

/** How far a mailbox has been read: UIDs up to this one are done with, under this UIDVALIDITY (RFC 9051, 2.3.1.1). */
export interface MailboxPosition {
  uidValidity: string;
  lastUid: number;
}

export async function findPlace(db: Executor, name: string): Promise<MailboxPosition | null> {
  const [row] = await db.select().from(imapMailboxes).where(eq(imapMailboxes.name, name));
  return row ?? null;
}

/** The place, held until the transaction ends: two workers that read one mailbox take turns with each message. */
export async function lockPlace(tx: Transaction, name: string): Promise<MailboxPosition | null> {
  const [row] = await tx.select().from(imapMailboxes).where(eq(imapMailboxes.name, name)).for('update');
  return row ?? null;
}

export async function savePlace(db: Executor, name: string, place: MailboxPosition): Promise<void> {
  await db
    .insert(imapMailboxes)
    .values({ name, ...place })
    .onConflictDoUpdate({ target: imapMailboxes.name, set: { ...place, updatedAt: sql`now()` } });
}

/** Moves on over messages that are none of ours; never back. */
export async function passOver(db: Executor, name: string, place: MailboxPosition): Promise<void> {
  await db
    .update(imapMailboxes)
    .set({ lastUid: sql`greatest(${imapMailboxes.lastUid}, ${place.lastUid})`, updatedAt: sql`now()` })
    .where(sql`${imapMailboxes.name} = ${name} and ${imapMailboxes.uidValidity} = ${place.uidValidity}`);
}
