import { and, desc, eq, sql } from 'drizzle-orm';
import type { Recipient } from '../../shared/recipients.ts';
import type { Executor } from '../db/database.ts';
import { recipients } from '../db/schema.ts';

const wire = { id: recipients.id, name: recipients.name, email: recipients.email };

/** A person's address book, most recently used first. */
export function listRecipients(db: Executor, ownerUid: string): Promise<Recipient[]> {
  return db
    .select(wire)
    .from(recipients)
    .where(eq(recipients.ownerUid, ownerUid))
    .orderBy(desc(recipients.lastUsedAt), desc(recipients.id))
    .limit(2_000);
}

/** Saves a recipient. An address that is already in the book takes the new name: one entry an address. */
export async function saveRecipient(
  db: Executor,
  ownerUid: string,
  name: string,
  email: string,
): Promise<Recipient> {
  const { rows } = await db.execute<{ id: string; name: string; email: string }>(sql`
    insert into recipients (owner_uid, name, email) values (${ownerUid}, ${name}, ${email})
    on conflict (owner_uid, lower(email))
      do update set name = excluded.name, email = excluded.email, last_used_at = now()
    returning id, name, email`);
  const row = rows[0];
  if (!row) throw new Error('The recipient was not written.');
  return { ...row, id: Number(row.id) };
}

/** Moves an address to the front of the recent ones; nothing happens when it is not in the book. */
export async function touchRecipient(db: Executor, ownerUid: string, email: string): Promise<void> {
  await db
    .update(recipients)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(recipients.ownerUid, ownerUid), eq(sql`lower(${recipients.email})`, email.toLowerCase())));
}
