import { and, desc, eq, sql } from 'drizzle-orm';
import type { Suppression } from '../../shared/suppressions.ts';
import { ProductError } from '../errors.ts';
import type { AddressHash } from '../platform/address-hash.ts';
import type { Executor } from '../platform/db/database.ts';
import { suppressions } from '../platform/db/schema/recipients.ts';
import { checkNotBlocked, type Sender } from './blocks.ts';
import { mailboxKey } from './data.ts';

/**
 * Refuses to write to somebody who asked not to be written to by this sender, and to an address whose mail came
 * back until the sender lifts that.
 * @throws 409 RECIPIENT_BLOCKED | 409 ADDRESS_BOUNCED
 */
export async function checkAddress(
  db: Executor,
  addressHash: AddressHash,
  sender: Sender,
  email: string,
): Promise<void> {
  await checkNotBlocked(db, addressHash, sender, email);
  const [bounced] = await db
    .select({ reason: suppressions.reason })
    .from(suppressions)
    .where(and(eq(suppressions.userId, sender.id), eq(suppressions.email, mailboxKey(email))));
  if (bounced) throw addressBounced(email, bounced.reason);
}

function addressBounced(email: string, reason: string): ProductError {
  const message = `Your last letter to ${email} came back: ${reason} Please check the address. If it is right, choose ‘Use this address again’ and send once more.`;
  return new ProductError(409, 'ADDRESS_BOUNCED', message, { fields: { recipientEmail: message } });
}

/** Mail to the address came back: this sender writes to it no more until they lift it. */
export async function suppress(db: Executor, userId: number, email: string, reason: string): Promise<void> {
  await db
    .insert(suppressions)
    .values({ userId, email: mailboxKey(email), reason })
    .onConflictDoUpdate({
      target: [suppressions.userId, suppressions.email],
      set: { reason, createdAt: sql`now()` },
    });
}

/** @returns false when the address was not suppressed for this sender */
export async function liftSuppression(db: Executor, userId: number, email: string): Promise<boolean> {
  const lifted = await db
    .delete(suppressions)
    .where(and(eq(suppressions.userId, userId), eq(suppressions.email, mailboxKey(email))))
    .returning({ email: suppressions.email });
  return lifted.length > 0;
}

/** A sender's addresses that bounced, the latest first. */
export async function listSuppressions(db: Executor, userId: number): Promise<Suppression[]> {
  const rows = await db
    .select()
    .from(suppressions)
    .where(eq(suppressions.userId, userId))
    .orderBy(desc(suppressions.createdAt), suppressions.email)
    .limit(2_000);
  return rows.map(({ email, reason, createdAt }) => ({ email, reason, createdAt: createdAt.toISOString() }));
}
