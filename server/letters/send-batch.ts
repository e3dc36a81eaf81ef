import { randomUUID } from 'node:crypto';
import type { BatchRecipient, SendBatchBody } from '../../shared/letter-batches.ts';
import { STATUS } from '../../shared/letter-status.ts';
import { LETTER_COST_CREDITS } from '../../shared/limits.ts';
import { said } from '../../shared/words.ts';
import { discardSentDraft } from '../drafts/discard-draft.ts';
import {
  addressesRefused,
  insufficientCreditsFor,
  letterLeft,
  type ProductError,
  type Refusal,
} from '../errors.ts';
import { announceLetters } from '../events/announce.ts';
import { insufficientCreditsWithStamps } from '../gifts/errors.ts';
import { encloseStamps } from '../gifts/write-gifts.ts';
import type { Person } from '../identity/sessions/person.ts';
import { lockOwnPhotos } from '../photos/data.ts';
import { arrivalOf } from '../platform/arrival-time.ts';
import type { Transaction } from '../platform/db/database.ts';
import type { Queue } from '../platform/jobs/queue.ts';
import { mailToken } from '../platform/secrets.ts';
import { touchRecipients } from '../recipients/data.ts';
import { findRefusals } from '../recipients/suppressions.ts';
import { checkClaimedUser, lockUser, type UserRow } from '../users/data.ts';
import { checkScheduled } from './arrival.ts';
import { chargeNewLetters } from './charge-letter.ts';
import { insertLetters } from './create-letter.ts';
import { hasDraftLeft } from './data.ts';
import { postedColumns, whatItWaitsFor } from './post-letter.ts';
import { checkSealed } from './sealed-letters.ts';
import {
  checkSenderLimits,
  countForAddresses,
  countForNetwork,
  type SendLimitServices,
} from './send-limits.ts';

/**
 * Writes one letter to several people, each of whom gets a letter, a conversation and a mail of their own, and queues or
 * keeps all of them as `queueLetter` does with one: all are charged and leave, or none. What fails afterwards fails alone.
 * @returns what they are found by
 * @throws 400 for a time too near or too far, 402 with `needed` and `balance`, 403 for somebody else's userId, 404 for a
 *   photo that is not the sender's own, 409 for a draft of which a letter has left, 409 ADDRESSES_REFUSED, 409 for stamps that were not bought or for oneself, 429 at a limit,
 *   503 just after the sender's address was confirmed
 * @param ip where the person sends it from
 */
export async function sendBatch(
  tx: Transaction,
  services: SendLimitServices & { queue: Queue },
  { person, ip }: { person: Person; ip: string },
  body: SendBatchBody,
): Promise<{ batchId: string }> {
  const { config } = services;
  const { recipients, arriveLocal, arriveZone } = body;
  const count = recipients.length;
  const photoIds = await lockOwnPhotos(tx, person.uid, body.photoUrls);
  const user = await lockUser(tx, person);
  checkClaimedUser(body.userId, person, user);
  if (body.draft && (await hasDraftLeft(tx, user.id, body.draft))) throw letterLeft();

  const sender = { user, verified: person.emailVerified };
  await checkSenderLimits(tx, config, sender, count);
  const arrival = arriveLocal && arriveZone ? arrivalOf({ arriveLocal, arriveZone }) : null;
  const stopped = await whatItWaitsFor(tx, services, person, user);
  const waiting = arrival && stopped !== STATUS.sealed ? STATUS.scheduled : stopped;
  if (arrival) await checkScheduled(tx, sender, count);
  if (waiting === STATUS.sealed) await checkSealed(tx, { userId: user.id, queuedAt: null }, count);
  await checkAddresses(tx, services, sender, recipients, { counted: !waiting });
  await countForNetwork(tx, config, user, ip, count);
  const needed = count * (LETTER_COST_CREDITS + (body.stamp ? 1 : 0));
  if (user.credits < needed)
    throw (body.stamp ? insufficientCreditsWithStamps : insufficientCreditsFor)(needed, user.credits);

  const batchId = randomUUID();
  const letters = await insertLetters(tx, config, user, {
    content: body,
    photoIds,
    recipients,
    batchId,
    columns: () => ({
      ...postedColumns(waiting),
      charges: 1,
      webToken: mailToken(),
      mailedToken: mailToken(),
      ...arrival,
    }),
  });
  const ids = letters.map(({ id }) => id);
  await chargeNewLetters(tx, user.id, ids);
  if (body.stamp) await encloseStamps(tx, services.addressHash, user, letters);
  if (!waiting)
    await services.queue.enqueueAll(
      tx,
      'send-letter',
      ids.map((letterId) => ({ letterId })),
    );
  await announceLetters(tx, ids);
  await touchRecipients(
    tx,
    person.uid,
    recipients.map(({ email }) => email),
  );
  const [first] = letters;
  if (first) await discardSentDraft(tx, person.uid, first.id);
  return { batchId };
}

/**
 * Looks up every address before anything is written, so that all that are refused are named at once.
 * @param options.counted they leave now, and count against their addresses
 * @throws 409 ADDRESSES_REFUSED
 */
async function checkAddresses(
  tx: Transaction,
  services: SendLimitServices,
  sender: { user: UserRow; verified: boolean },
  recipients: BatchRecipient[],
  { counted }: { counted: boolean },
): Promise<void> {
  const emails = recipients.map(({ email }) => email);
  const refusals = await findRefusals(tx, services.addressHash, sender.user, emails);
  const limited = counted
    ? await countForAddresses(tx, services, sender, emails)
    : new Map<string, ProductError>();
  const refused = new Map<string, Refusal>();
  for (const [place, email] of emails.entries()) {
    const refusal = refusals.get(email) ?? limited.get(email);
    if (!refusal) continue;
    const { code, said: why } = refusal;
    // A limit's own sentence does not say whose it is.
    const sentence = refusals.has(email) ? why : said('{email}: {reason}', { email, reason: why });
    refused.set(`recipients.${place}.email`, { email, code, said: sentence });
  }
  if (refused.size > 0) throw addressesRefused(refused);
}
