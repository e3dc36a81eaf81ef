import { eq } from 'drizzle-orm';
import { ProductError } from '../errors.ts';
import { announceLetter } from '../events/announce.ts';
import { isStanding } from '../identity/accounts/data.ts';
import type { Transaction } from '../platform/db/database.ts';
import { letters } from '../platform/db/schema/letters.ts';
import type { Services } from '../platform/services.ts';
import { checkAddress } from '../recipients/suppressions.ts';
import type { UserRow } from '../users/data.ts';
import { findPause } from '../users/sender-pauses.ts';
import { AT_ONCE, DAY_PASSED, postpone, stageOf } from './arrival.ts';
import { returnCredit } from './charge-letter.ts';
import type { LetterRow } from './data.ts';
import { notifySender } from './notify-sender.ts';
import { postLetter } from './post-letter.ts';
import { countForAddress } from './send-limits.ts';

/** Lets letters leave that waited: sealed, scheduled or held. The caller has locked the sender and the letters. */
export async function releaseLetters(
  tx: Transaction,
  services: Services,
  user: UserRow,
  waiting: LetterRow[],
): Promise<void> {
  const sender: Sender = {
    user,
    maySend: await maySend(tx, services, user),
    paused: (await findPause(tx, services.addressHash, user)) !== null,
  };
  // By address, as other transactions lock the counts of several addresses.
  const byAddress = Map.groupBy(waiting, ({ recipientEmail }) => services.addressHash(recipientEmail));
  for (const address of [...byAddress.keys()].sort()) {
    for (const letter of byAddress.get(address) ?? []) await release(tx, services, sender, letter);
  }
}

/** What holds for all letters of a person that are released together. */
interface Sender {
  user: UserRow;
  /** their account was not disabled and its address not unproved while the letters waited */
  maySend: boolean;
  paused: boolean;
}

/**
 * Whether it may leave is asked anew; one that may not goes back to its sender with the reason. One that is to arrive
 * later waits for that; one whose day has passed goes back.
 */
async function release(
  tx: Transaction,
  services: Services,
  { user, maySend, paused }: Sender,
  letter: LetterRow,
): Promise<void> {
  const arrival = await stageOf(tx, letter.id);
  if (arrival === 'late') {
    await giveBack(tx, letter, DAY_PASSED);
    return notifySender(tx, services, letter, { reason: DAY_PASSED });
  }
  if (arrival === 'early') return postLetter(tx, services.queue, letter, 'scheduled', {});
  if (letter.status === 'scheduled' && !maySend) return postpone(tx, letter.id);
  // Sealed letters are released by the very proof of the address.
  const verified = user.emailVerified || letter.status === 'sealed';
  try {
    // Of a letter that is refused, nothing is counted.
    await tx.transaction(async (inner) => {
      await checkAddress(inner, services.addressHash, user, letter.recipientEmail);
      const { id: letterId, recipientEmail } = letter;
      await countForAddress(inner, services, { user, verified, letterId, recipientEmail });
      await postLetter(inner, services.queue, letter, paused ? 'held' : null, {
        senderEmail: user.email,
        senderVerified: verified,
      });
    });
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    // A limit of the day: it leaves tomorrow rather than not at all.
    if (letter.status === 'scheduled' && error.status === 429) return postpone(tx, letter.id);
    await giveBack(tx, letter, error.message);
    await notifySender(tx, services, letter, { reason: error.message });
  }
}

const maySend = async (tx: Transaction, { config }: Services, user: UserRow): Promise<boolean> =>
  (user.emailVerified || config.SMTP_URL === undefined) && (await isStanding(tx, user.firebaseUid));

/** The letter stays with its sender, who may send it again. */
export async function giveBack(tx: Transaction, letter: LetterRow, reason: string): Promise<void> {
  await tx
    .update(letters)
    .set({ ...AT_ONCE, status: 'unsent', statusReason: reason, waitingSince: null })
    .where(eq(letters.id, letter.id));
  await returnCredit(tx, letter);
  await announceLetter(tx, letter.id);
}
