import { inArray } from 'drizzle-orm';
import { STATUS } from '../../../shared/letter-status.ts';
import { said } from '../../../shared/words.ts';
import type { Transaction } from '../../core/db/database.ts';
import { statusIn, statusIs } from '../../core/db/status-in.ts';
import { announceLetters } from '../../core/events/announce.ts';
import { claimMailboxes, couponUserOf } from '../../money/credits/coupon-mailboxes.ts';
import type { AddressProofHandler } from '../../people/identity/identity-provider.ts';
import { lockUserIfAny } from '../../people/users/data.ts';
import { type LetterRow, lockLetters } from '../data.ts';
import { hasReply } from '../has-reply.ts';
import { conversations, letters } from '../schema.ts';
import { returnPostage } from '../send/charge-letter.ts';
import { releaseLetters, returnUnsent, STOPPED } from './release-letters.ts';

const HAD_BEFORE = said(
  'Another account had its free credits with this mailbox already. You can send it for a credit that you bought.',
);

/** A proof from elsewhere may follow a stranger's sign-up with the address: letters that never left are deleted then. */
export const releaseOrDeleteSealed: AddressProofHandler = async (tx, services, { uid, how }) => {
  const user = await lockUserIfAny(tx, uid);
  if (!user) return;
  if (how === 'elsewhere') return deleteSealed(tx, user.id);
  const sealed = await lockLetters(tx, user.id, statusIs(STATUS.sealed, letters.status));
  // They must not use free credits that are taken back (`claimProvedMailbox`).
  if (sealed.length > 0 && !(await claimMailboxes(tx, couponUserOf(user, services.addressHash)))) {
    for (const letter of sealed) await returnUnsent(tx, letter, HAD_BEFORE);
    return;
  }
  await releaseLetters(tx, services, user, sealed);
};

/** Returns the credits of waiting letters, which the caller deletes. The person's row is locked. */
export async function returnWaiting(tx: Transaction, userId: number): Promise<LetterRow[]> {
  const waiting = await lockLetters(tx, userId, statusIn('waiting', letters.status));
  for (const letter of waiting) await returnPostage(tx, { ...letter, recipientName: '' }, 'not sent');
  return waiting;
}

async function deleteSealed(tx: Transaction, userId: number): Promise<void> {
  for (const old of await lockLetters(tx, userId, statusIn('waiting', letters.status)))
    if (old.attempts > 0 || (await hasReply(tx, old.conversationId))) await returnUnsent(tx, old, STOPPED);
  const toDelete = await returnWaiting(tx, userId);
  if (toDelete.length === 0) return;
  const ids = toDelete.map(({ id }) => id);
  // Before the deletion, since the announcement finds the owner by the letters.
  await announceLetters(tx, ids);
  const conversationIds = toDelete.map(({ conversationId }) => conversationId);
  await tx.delete(letters).where(inArray(letters.id, ids));
  await tx.delete(conversations).where(inArray(conversations.id, conversationIds));
}
