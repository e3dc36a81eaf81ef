import { and, desc, eq, isNull, not, or, sql } from 'drizzle-orm';
import type { AddressHash } from '../../core/address-hash.ts';
import type { Executor, Transaction } from '../../core/db/database.ts';
import { first } from '../../core/db/first.ts';
import type { UserRow } from './data.ts';
import { isErased, senderPauses, users } from './schema.ts';

export type Pause = typeof senderPauses.$inferSelect;
type Sender = Pick<UserRow, 'id' | 'email'>;

/** Also of an earlier account with the same address. */
const pauseOf = (addressHash: AddressHash, { id, email }: Sender) =>
  and(
    isNull(senderPauses.releasedAt),
    or(eq(senderPauses.userId, id), eq(senderPauses.senderHash, addressHash(email))),
  );

/** The operator's pause comes before one by reports; null when letters may leave. */
export const findPause = (db: Executor, addressHash: AddressHash, sender: Sender): Promise<Pause | null> =>
  first(
    db
      .select()
      .from(senderPauses)
      .where(pauseOf(addressHash, sender))
      .orderBy(desc(eq(senderPauses.cause, 'operator')), desc(senderPauses.id))
      .limit(1),
  );

/** @returns false for a sender who is paused like this already; the operator's pause takes the place of one by reports */
export async function beginPause(
  tx: Transaction,
  addressHash: AddressHash,
  sender: Sender,
  cause: Pause['cause'],
): Promise<boolean> {
  const pause = await findPause(tx, addressHash, sender);
  if (pause && (pause.cause === cause || cause === 'reports')) return false;
  if (pause) await tx.update(senderPauses).set({ cause }).where(pauseOf(addressHash, sender));
  else
    await tx.insert(senderPauses).values({ userId: sender.id, senderHash: addressHash(sender.email), cause });
  return true;
}

/** @returns false when the sender is not paused */
export async function endPause(tx: Transaction, addressHash: AddressHash, sender: Sender): Promise<boolean> {
  const { rowCount } = await tx
    .update(senderPauses)
    .set({ releasedAt: sql`now()` })
    .where(pauseOf(addressHash, sender));
  return rowCount !== 0;
}

/** @returns false when the sender is not paused, or had asked before */
export async function noteReviewAsked(tx: Transaction, addressHash: AddressHash, sender: Sender) {
  const { rowCount } = await tx
    .update(senderPauses)
    .set({ askedAt: sql`now()` })
    .where(and(pauseOf(addressHash, sender), isNull(senderPauses.askedAt)));
  return rowCount !== 0;
}

/** For a key of addresses that is lost: an account that is paused cannot be deleted and made anew. */
export async function rehashPauses(tx: Transaction, addressHash: AddressHash): Promise<void> {
  const rows = await tx
    .select({ id: senderPauses.id, email: users.email })
    .from(senderPauses)
    .innerJoin(users, eq(users.id, senderPauses.userId))
    .where(and(isNull(senderPauses.releasedAt), not(isErased)));
  // One for each mailbox: another account's pause holds by its account.
  const pauseOfHash = new Map(rows.map(({ id, email }) => [addressHash(email), id]));
  for (const [senderHash, id] of pauseOfHash)
    await tx.update(senderPauses).set({ senderHash }).where(eq(senderPauses.id, id));
}
