import { STATUS } from '../../shared/letter-status.ts';
import type { Said } from '../../shared/words.ts';
import { ProductError } from '../errors.ts';
import { announceLetter } from '../events/announce.ts';
import { isStanding } from '../identity/accounts/data.ts';
import type { Transaction } from '../platform/db/database.ts';
import type { Services } from '../platform/services.ts';
import { checkAddress, findRefusals } from '../recipients/suppressions.ts';
import type { UserRow } from '../users/data.ts';
import { findPause } from '../users/sender-pauses.ts';
import { AT_ONCE, DAY_PASSED, postpone, stagesOf } from './arrival.ts';
import { returnPostage } from './charge-letter.ts';
import type { LetterRow } from './data.ts';
import { changeStatus, reasonColumns } from './data.ts';
import { notifySender } from './notify-sender.ts';
import { postLetter, postLetters } from './post-letter.ts';
import { countForAddress, countForAddresses } from './send-limits.ts';

/**
 * Lets letters leave that waited: sealed, scheduled or held. Whether each may leave is asked anew; one that may not goes
 * back to its sender with the reason. One that is to arrive later waits for that; one whose day has passed goes back. The
 * caller has locked the sender and the letters.
 */
export async function releaseLetters(
  tx: Transaction,
  services: Services,
  user: UserRow,
  waiting: LetterRow[],
): Promise<void> {
  if (waiting.length === 0) return;
  const sender: Sender = { user, paused: (await findPause(tx, services.addressHash, user)) !== null };
  const sendingStopped = !(await maySend(tx, services, user));
  const ids = waiting.map(({ id }) => id);
  const stages = await stagesOf(tx, ids);
  const leaving: LetterRow[] = [];
  for (const letter of waiting) {
    const stage = stages.get(letter.id);
    if (stage === 'late') await giveBackWithNotice(tx, services, letter, DAY_PASSED);
    else if (stage === 'early') await postLetter(tx, services.queue, letter, STATUS.scheduled, {});
    else if (letter.status === STATUS.scheduled && sendingStopped) await postpone(tx, letter.id);
    else leaving.push(letter);
  }
  // By address, as other transactions lock the counts of several addresses.
  const byAddress = Map.groupBy(leaving, ({ recipientEmail }) => services.addressHash(recipientEmail));
  const addresses = [...byAddress.keys()].sort();
  // The second one to an address is counted otherwise than the first.
  const firsts = addresses.flatMap((address) => byAddress.get(address)?.slice(0, 1) ?? []);
  const released = await releaseTogether(tx, services, sender, firsts);
  for (const address of addresses) {
    for (const letter of byAddress.get(address) ?? [])
      if (!released.has(letter.id)) await release(tx, services, sender, letter);
  }
}

/** What holds for all letters of a person that are released together. */
interface Sender {
  user: UserRow;
  paused: boolean;
}

/** Sealed letters are released by the very proof of the address. */
const isVerified = ({ user }: Sender, { status }: LetterRow) =>
  user.emailVerified || status === STATUS.sealed;

/**
 * Releases those of a person's letters that nothing stands against in a few statements for all of them.
 * @param waiting one for each address
 * @returns the numbers of those that it released; none when one of them is beyond a limit
 */
async function releaseTogether(
  tx: Transaction,
  services: Services,
  sender: Sender,
  waiting: LetterRow[],
): Promise<Set<number>> {
  const { user } = sender;
  const emails = waiting.map(({ recipientEmail }) => recipientEmail);
  const refusals = await findRefusals(tx, services.addressHash, user, emails);
  const free = waiting.filter(({ recipientEmail }) => !refusals.has(recipientEmail));
  const [first] = free;
  if (!first) return new Set();
  const verified = isVerified(sender, first);
  if (free.some((letter) => isVerified(sender, letter) !== verified)) return new Set();
  try {
    await tx.transaction(async (inner) => {
      const addresses = free.map(({ recipientEmail }) => recipientEmail);
      const limited = await countForAddresses(inner, services, { user, verified }, addresses);
      const [refusal] = limited.values();
      if (refusal) throw refusal;
      await leave(inner, services, sender, free);
    });
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    return new Set();
  }
  return new Set(free.map(({ id }) => id));
}

async function release(
  tx: Transaction,
  services: Services,
  sender: Sender,
  letter: LetterRow,
): Promise<void> {
  const { user } = sender;
  try {
    // Of a letter that is refused, nothing is counted.
    await tx.transaction(async (inner) => {
      await checkAddress(inner, services.addressHash, user, letter.recipientEmail);
      const { id: letterId, recipientEmail } = letter;
      const verified = isVerified(sender, letter);
      await countForAddress(inner, services, { user, verified, letterId, recipientEmail });
      await leave(inner, services, sender, [letter]);
    });
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    // A limit of the day: it leaves tomorrow rather than not at all.
    if (letter.status === STATUS.scheduled && error.status === 429) return postpone(tx, letter.id);
    await giveBackWithNotice(tx, services, letter, error.said);
  }
}

/** @param released whose sender is verified, or not, alike */
async function leave(
  tx: Transaction,
  { queue }: Services,
  sender: Sender,
  released: LetterRow[],
): Promise<void> {
  const senderVerified = released.every((letter) => isVerified(sender, letter));
  await postLetters(tx, queue, released, sender.paused ? STATUS.held : null, {
    senderEmail: sender.user.email,
    senderVerified,
  });
}

/** What may have changed while the letters waited: the operator disabled the account, or its address lost its proof. */
const maySend = async (tx: Transaction, { config }: Services, user: UserRow): Promise<boolean> =>
  (user.emailVerified || config.SMTP_URL === undefined) && (await isStanding(tx, user.firebaseUid));

async function giveBackWithNotice(
  tx: Transaction,
  services: Services,
  letter: LetterRow,
  reason: Said,
): Promise<void> {
  await giveBack(tx, letter, reason);
  await notifySender(tx, services, letter, { reason });
}

/** The letter stays with its sender, who may send it again. */
export async function giveBack(tx: Transaction, letter: LetterRow, reason: Said): Promise<void> {
  const columns = { ...AT_ONCE, ...reasonColumns(reason), waitingSince: null };
  await changeStatus(tx, [letter.id], STATUS.unsent, columns);
  await returnPostage(tx, letter);
  await announceLetter(tx, letter.id);
}
