import type { ArrivalBody } from '../../../shared/arrival.ts';
import { STATUS } from '../../../shared/letter-status.ts';
import { creditsFor } from '../../../shared/postage.ts';
import type { Transaction } from '../../core/db/database.ts';
import { insufficientCredits, letterLeft, noLetter } from '../../core/errors.ts';
import type { Queue } from '../../core/jobs/queue.ts';
import { mailToken } from '../../core/secrets.ts';
import { insufficientCreditsWithStamps } from '../../money/gifts/errors.ts';
import { encloseStamps } from '../../money/gifts/write-gifts.ts';
import type { Person } from '../../people/identity/sessions/person.ts';
import { touchRecipients } from '../../people/recipients/data.ts';
import { lockUser, type UserRow } from '../../people/users/data.ts';
import { hasDraftLeft, type LetterRow, lockLetter } from '../data.ts';
import { discardSentDraft } from '../drafts/discard-draft.ts';
import { chargeLetters } from './charge-letter.ts';
import { checkAddresses } from './check-addresses.ts';
import { departureOf, postLetters } from './post-letters.ts';
import { checkSenderLimits, countForNetwork, type SendLimitServices } from './send-limits.ts';

export type SendServices = SendLimitServices & { queue: Queue };

/** Whoever sends, and the network address that they send from. */
export interface Sending {
  person: Person;
  ip: string;
}

export interface SendOptions {
  /** when it is to arrive; it is charged now and waits, `scheduled`, until then */
  arrival?: ArrivalBody | null | undefined;
  /** whether a stamp is enclosed, for one credit more */
  stamp?: boolean | undefined;
}

/**
 * Sends a letter that was created. One that is on its way or waits already is left as it is, so sending twice, from two
 * tabs or after a lost answer, charges once and mails once.
 * @throws 404 for a letter that is not the person's own, 409 for a draft of which a letter has left, and as `sendLetters`
 */
export async function sendLetter(
  tx: Transaction,
  services: SendServices,
  sending: Sending,
  letterId: number,
  options: SendOptions = {},
): Promise<void> {
  const user = await lockUser(tx, sending.person);
  const letter = await lockLetter(tx, user.id, letterId);
  if (!letter) throw noLetter();
  if (letter.status !== STATUS.created) return;
  if (letter.draftId && (await hasDraftLeft(tx, user.id, letter.draftId))) throw letterLeft();
  // One that the version before created has none yet.
  const tokens = letter.webToken === null ? { webToken: mailToken(), mailedToken: mailToken() } : {};
  await sendLetters(tx, services, { ...sending, user }, [letter], { ...options, tokens });
}

/**
 * Charges letters that were created and queues them, in the caller's transaction: all of them, or none. Letters of
 * somebody whose address is not confirmed are sealed instead.
 * @param sender whose row is locked
 * @param created of the same content and draft, one to each person; locked
 * @throws 400 for a time too near or too far, 402 without the credits, 409 for an address that is not to be written to
 *   (of several letters ADDRESSES_REFUSED, which names each), stamps that were not bought or for oneself, 429 at a limit,
 *   503 just after the sender's address was confirmed
 */
export async function sendLetters(
  tx: Transaction,
  services: SendServices,
  { person, ip, user }: Sending & { user: UserRow },
  created: LetterRow[],
  { arrival: asked, stamp = false, tokens }: SendOptions & { tokens?: Partial<LetterRow> },
): Promise<void> {
  const count = created.length;
  const sender = { user, verified: person.emailVerified };
  await checkSenderLimits(tx, services.config, sender, count);
  const { arrival, waiting } = await departureOf(tx, services, { person, user }, created, asked);
  await checkAddresses(tx, services, sender, created, { counted: !waiting });
  await countForNetwork(tx, services.config, user, ip, count);
  const needed = creditsFor(count, stamp);
  if (user.credits < needed)
    throw (stamp ? insufficientCreditsWithStamps : insufficientCredits)(needed, user.credits);
  await chargeLetters(tx, created);
  if (stamp) await encloseStamps(tx, services.addressHash, user, created);
  await postLetters(tx, services.queue, created, waiting, { charges: 1, ...tokens, ...arrival });
  await touchRecipients(
    tx,
    person.uid,
    created.map(({ recipientEmail }) => recipientEmail),
    // Of several people it is nobody's own.
    count === 1 ? asked?.arriveZone : undefined,
  );
  const [first] = created;
  if (first) await discardSentDraft(tx, person.uid, first.id);
}
