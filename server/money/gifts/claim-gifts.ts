import { and, eq, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../core/db/database.ts';
import type { AddressProofHandler } from '../../people/identity/identity-provider.ts';
import { lockUserIfAny, type UserRow } from '../../people/users/data.ts';
import { users } from '../../people/users/schema.ts';
import { writeEntries } from '../credits/ledger.ts';
import { addressOnceEnded } from './data.ts';
import { isLetterSent } from './letter-of-gift.ts';
import { gifts } from './schema.ts';

const BATCH = 200;

const claimable: SQL | undefined = and(
  eq(gifts.status, 'waiting'),
  lte(gifts.claimableAt, sql`now()`),
  or(isNotNull(gifts.mailedAt), isLetterSent),
);

const received = { id: gifts.id, credits: gifts.credits, from: gifts.fromName };

/** Claims nothing for an unproved address. The person's row is locked. @param options.seen they are told of it now */
export async function claimGifts(tx: Transaction, user: UserRow, { seen = false } = {}) {
  if (!user.emailVerified) return [];
  const found = await tx
    .select(received)
    .from(gifts)
    .where(and(eq(gifts.email, user.email.toLowerCase()), claimable))
    .limit(BATCH)
    .for('update', { skipLocked: true });
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  // In one statement: a second on the same rows checks their foreign keys anew, which locks their givers.
  await tx
    .update(gifts)
    .set({
      status: 'claimed',
      claimedBy: user.id,
      claimedAt: sql`now()`,
      email: addressOnceEnded,
      ...(seen ? { seenAt: sql`now()` } : {}),
    })
    .where(inArray(gifts.id, ids));
  await writeEntries(
    tx,
    user.id,
    found.map(({ id, credits }) => ({ delta: credits, kind: 'gift-claimed', reference: id })),
  );
  return found;
}

export const claimForProvedAddress: AddressProofHandler = async (tx, _services, { uid }) => {
  const user = await lockUserIfAny(tx, uid);
  if (user) await claimGifts(tx, user);
};

/** For people who had proved their address before the gift could be claimed. */
export async function claimForKnownAddresses(db: Database): Promise<void> {
  const found = await db
    .selectDistinct({ id: users.id })
    .from(gifts)
    .innerJoin(users, and(eq(sql`lower(${users.email})`, gifts.email), users.emailVerified))
    .where(claimable)
    .limit(BATCH);
  for (const { id } of found) {
    await db.transaction(async (tx) => {
      const [user] = await tx
        .select()
        .from(users)
        .where(eq(users.id, id))
        .for('update', { skipLocked: true });
      if (user) await claimGifts(tx, user);
    });
  }
}

/** @returns gifts that are claimed now, or were claimed since the person was last told */
export async function receiveGifts(tx: Transaction, user: UserRow) {
  const claimed = await claimGifts(tx, user, { seen: true });
  const earlier = await tx
    .update(gifts)
    .set({ seenAt: sql`now()` })
    .where(and(eq(gifts.claimedBy, user.id), isNull(gifts.seenAt)))
    .returning(received);
  return [...earlier, ...claimed];
}
