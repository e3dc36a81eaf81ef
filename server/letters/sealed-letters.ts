import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { LETTERS_SEALED_AT_MOST, SEALED_KEPT_DAYS } from '../../shared/limits.ts';
import { couponUserOf, hasCreditsOfAnother } from '../credits/coupon-mailboxes.ts';
import { conflict, ProductError, tooMany } from '../errors.ts';
import { announceLetter } from '../events/announce.ts';
import type { AddressProofHandler } from '../identity/address-proof.ts';
import type { Transaction } from '../platform/db/database.ts';
import { conversations } from '../platform/db/schema/conversations.ts';
import { letters } from '../platform/db/schema/letters.ts';
import { users } from '../platform/db/schema/users.ts';
import type { Services } from '../platform/services.ts';
import { checkAddress } from '../recipients/suppressions.ts';
import type { UserRow } from '../users/data.ts';
import { lockForReturn, returnCredit } from './charge-letter.ts';
import type { LetterRow } from './data.ts';
import { notifySender } from './notify-sender.ts';
import { postLetter } from './post-letter.ts';
import { countForAddress } from './send-limits.ts';

const DAY = 24 * 3600;
const EXPIRED = `Your e-mail address was not confirmed within ${SEALED_KEPT_DAYS} days, so it did not leave.`;

const HAD_BEFORE =
  'Another account had its free credits with this mailbox already. You can send it for a credit that you bought.';

/**
 * Bounds what leaves at the moment of a confirmation, and lets only letters be sealed that never left: sealed letters may
 * be deleted, so nobody may have answered them. The caller has locked the person's row.
 * @throws 409 for a letter that had left, 429 for too many
 */
export async function checkSealed(tx: Transaction, letter: LetterRow): Promise<void> {
  if (letter.queuedAt !== null) {
    throw conflict(
      'ADDRESS_NOT_CONFIRMED',
      'Please confirm your e-mail address first, by the link we mailed you. Then you can send this letter again.',
    );
  }
  const waiting = await tx.$count(letters, sealedOf(letter.userId));
  if (waiting < LETTERS_SEALED_AT_MOST) return;
  throw tooMany(
    `${waiting} of your letters are sealed already. Please confirm your e-mail address first, by the link we mailed you.`,
    DAY,
  );
}

const lockSealed = (tx: Transaction, userId: number): Promise<LetterRow[]> =>
  tx.select().from(letters).where(sealedOf(userId)).orderBy(letters.id).for('update');

const sealedOf = (userId: number) => and(eq(letters.userId, userId), eq(letters.status, 'sealed'));

/**
 * Releases a person's sealed letters when they proved their address themselves. After any other first proof the letters
 * may be a stranger's who signed up with that address: they are deleted, and their credits go back.
 */
export const releaseOrDeleteSealed: AddressProofHandler = async (tx, services, { uid, how }) => {
  const [user] = await tx.select().from(users).where(eq(users.firebaseUid, uid)).for('update');
  if (!user) return;
  if (how === 'elsewhere') return deleteSealed(tx, user.id);
  const sealed = await lockSealed(tx, user.id);
  // Sealed letters have cost a credit, but nothing was done for it yet: credits that are taken back must not carry them.
  if (sealed.length > 0 && (await hasCreditsOfAnother(tx, couponUserOf(user, services.addressHash)))) {
    for (const letter of sealed) await giveBack(tx, letter, HAD_BEFORE);
    return;
  }
  // By address, as other transactions lock the counts of several addresses.
  const byAddress = Map.groupBy(sealed, ({ recipientEmail }) => services.addressHash(recipientEmail));
  for (const address of [...byAddress.keys()].sort()) {
    for (const letter of byAddress.get(address) ?? []) await release(tx, services, user, letter);
  }
};

/** Whether it may leave is asked anew; one that may not goes back to its sender with the reason. */
async function release(tx: Transaction, services: Services, user: UserRow, letter: LetterRow): Promise<void> {
  try {
    // Of a letter that is refused, nothing is counted.
    await tx.transaction(async (inner) => {
      await checkAddress(inner, services.addressHash, user, letter.recipientEmail);
      const { id: letterId, recipientEmail } = letter;
      await countForAddress(inner, services, { user, verified: true, letterId, recipientEmail });
      await postLetter(inner, services.queue, letter, null, {
        senderEmail: user.email,
        senderVerified: true,
      });
    });
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    await giveBack(tx, letter, error.message);
    await notifySender(tx, services, letter, { reason: error.message });
  }
}

/** The letter stays with its sender, who may send it again. */
async function giveBack(tx: Transaction, letter: LetterRow, reason: string): Promise<void> {
  await tx
    .update(letters)
    .set({ status: 'unsent', statusReason: reason, waitingSince: null })
    .where(eq(letters.id, letter.id));
  await returnCredit(tx, letter);
  await announceLetter(tx, letter.id);
}

/** Returns the credits of a person's sealed letters, which are about to be deleted. The person's row is locked. */
export async function returnSealed(tx: Transaction, userId: number): Promise<LetterRow[]> {
  const sealed = await lockSealed(tx, userId);
  for (const letter of sealed) await returnCredit(tx, letter);
  return sealed;
}

async function deleteSealed(tx: Transaction, userId: number): Promise<void> {
  const doomed = await returnSealed(tx, userId);
  if (doomed.length === 0) return;
  const ids = doomed.map(({ id }) => id);
  const conversationIds = doomed.map(({ conversationId }) => conversationId);
  await tx.delete(letters).where(inArray(letters.id, ids));
  await tx.delete(conversations).where(inArray(conversations.id, conversationIds));
}

/** Gives back letters whose sender did not confirm their address in time, each in a transaction of its own. */
export async function giveBackExpired({ db }: Pick<Services, 'db'>): Promise<void> {
  const isExpired = and(
    eq(letters.status, 'sealed'),
    lt(letters.waitingSince, sql`now() - make_interval(days => ${SEALED_KEPT_DAYS})`),
  );
  const expired = await db.select({ id: letters.id, userId: letters.userId }).from(letters).where(isExpired);
  for (const found of expired) {
    await db.transaction(async (tx) => {
      const letter = await lockForReturn(tx, found);
      // It may have left meanwhile.
      if (letter && (await tx.$count(letters, and(eq(letters.id, letter.id), isExpired))) > 0)
        await giveBack(tx, letter, EXPIRED);
    });
  }
}
