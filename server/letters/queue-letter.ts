import type { ArrivalBody } from '../../shared/arrival.ts';
import { STATUS } from '../../shared/letter-status.ts';
import { LETTER_COST_CREDITS } from '../../shared/limits.ts';
import { discardSentDraft } from '../drafts/discard-draft.ts';
import { letterLeft, noLetter } from '../errors.ts';
import { insufficientCreditsWithStamps } from '../gifts/errors.ts';
import { encloseStamps } from '../gifts/write-gifts.ts';
import type { Person } from '../identity/sessions/person.ts';
import { arrivalOf } from '../platform/arrival-time.ts';
import type { Transaction } from '../platform/db/database.ts';
import type { Queue } from '../platform/jobs/queue.ts';
import { mailToken } from '../platform/secrets.ts';
import { touchRecipients } from '../recipients/data.ts';
import { checkAddress } from '../recipients/suppressions.ts';
import { lockUser } from '../users/data.ts';
import { checkScheduled } from './arrival.ts';
import { chargeLetter } from './charge-letter.ts';
import { hasDraftLeft, lockLetter } from './data.ts';
import { postLetter, whatItWaitsFor } from './post-letter.ts';
import { checkSealed } from './sealed-letters.ts';
import {
  checkSenderLimits,
  countForAddress,
  countForNetwork,
  type SendLimitServices,
} from './send-limits.ts';

/**
 * Charges one credit and queues the letter, in the caller's transaction: both happen or neither does. A letter of
 * somebody whose address is not confirmed is sealed instead. One that is on its way or waits already is left as it is,
 * so sending twice, from two tabs or after a lost answer, charges once and mails once.
 * @param options.arrival when it is to arrive; it is charged now and waits, `scheduled`, until then
 * @param options.stamp whether a stamp is enclosed, for one credit more
 * @throws 400 for a time too near or too far, 402 without a credit, 404 for a letter that is not the person's own, 409 for an address that is not to
 *   be written to, a stamp that was not bought or for oneself, 429 at a limit, 503 just after the address was confirmed
 * @param ip where the person sends it from
 */
export async function queueLetter(
  tx: Transaction,
  services: SendLimitServices & { queue: Queue },
  { person, ip }: { person: Person; ip: string },
  letterId: number,
  {
    arrival: asked,
    stamp = false,
  }: { arrival?: ArrivalBody | null | undefined; stamp?: boolean | undefined } = {},
): Promise<void> {
  const user = await lockUser(tx, person);
  const letter = await lockLetter(tx, user.id, letterId);
  if (!letter) throw noLetter();
  if (letter.status !== STATUS.created) return;
  if (letter.draftId && (await hasDraftLeft(tx, user.id, letter.draftId))) throw letterLeft();
  await checkAddress(tx, services.addressHash, user, letter.recipientEmail);
  const sender = { user, verified: person.emailVerified };
  await checkSenderLimits(tx, services.config, sender);
  const arrival = asked && arrivalOf(asked);
  const stopped = await whatItWaitsFor(tx, services, person, user);
  const waiting = arrival && stopped !== STATUS.sealed ? STATUS.scheduled : stopped;
  if (arrival) await checkScheduled(tx, sender);
  if (waiting === STATUS.sealed) await checkSealed(tx, letter);
  else if (!waiting)
    await countForAddress(tx, services, { ...sender, letterId, recipientEmail: letter.recipientEmail });
  await countForNetwork(tx, services.config, user, ip);
  const needed = LETTER_COST_CREDITS + (stamp ? 1 : 0);
  if (stamp && user.credits < needed) throw insufficientCreditsWithStamps(needed, user.credits);
  const charges = await chargeLetter(tx, letter, false);
  if (stamp) await encloseStamps(tx, services.addressHash, user, [letter]);
  await postLetter(tx, services.queue, letter, waiting, {
    charges,
    webToken: mailToken(),
    mailedToken: mailToken(),
    ...arrival,
  });
  await touchRecipients(tx, person.uid, [letter.recipientEmail], arrival?.arriveZone);
  await discardSentDraft(tx, person.uid, letter.id);
}
