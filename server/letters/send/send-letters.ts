import { randomUUID } from 'node:crypto';
import { and, inArray, not, type SQL, sql } from 'drizzle-orm';
import type { ArrivalBody } from '../../../shared/arrival.ts';
import type { SendBatchBody } from '../../../shared/letter-batches.ts';
import { STATUS, type Waiting } from '../../../shared/letter-status.ts';
import { creditsFor } from '../../../shared/postage.ts';
import { type Said, said } from '../../../shared/words.ts';
import type { AddressHash } from '../../core/address-hash.ts';
import { type Arrival, arrivalOf } from '../../core/arrival-time.ts';
import type { Executor, Transaction } from '../../core/db/database.ts';
import { statusIs } from '../../core/db/status-in.ts';
import {
  addressesRefused,
  insufficientCredits,
  letterLeft,
  noLetter,
  notReady,
  type ProductError,
  type Refusal,
} from '../../core/errors.ts';
import { announceLetters } from '../../core/events/announce.ts';
import { mailToken } from '../../core/secrets.ts';
import type { Services } from '../../core/services.ts';
import { encloseStamps, insufficientCreditsWithStamps } from '../../money/gifts/write-gifts.ts';
import { countForProgram } from '../../people/identity/access-tokens/admit-program.ts';
import type { Person } from '../../people/identity/sessions/person.ts';
import { touchRecipients } from '../../people/recipients/data.ts';
import { findRefusals } from '../../people/recipients/suppressions.ts';
import { checkClaimedUser, lockUser, type UserRow } from '../../people/users/data.ts';
import { findPause, type Pause } from '../../people/users/sender-pauses.ts';
import { changeStatus, hasDraftLeft, type LetterRow, lockLetter, reasonColumns } from '../data.ts';
import { discardSentDraft } from '../drafts/data.ts';
import { hasWrittenBack } from '../has-reply.ts';
import { lockOwnPhotos } from '../photos/data.ts';
import { conversations, letters } from '../schema.ts';
import { chargeLetters } from './charge-letter.ts';
import { insertLetters } from './create-letter.ts';
import {
  checkScheduled,
  checkSealed,
  checkSenderLimits,
  countForAddresses,
  countForNetwork,
  type LetterSender,
} from './send-limits.ts';

export interface Sending {
  person: Person;
  ip: string;
}

export interface SendOptions {
  /** when it is to arrive: charged now, it waits until then */
  arrival?: ArrivalBody | null | undefined;
  stamp?: boolean | undefined;
}

/**
 * A letter that was sent before is neither charged nor mailed again.
 * @throws 404 for another's letter, 409 for a draft of which a letter has left, and as `sendLetters`
 */
export async function sendLetter(
  tx: Transaction,
  services: Services,
  sending: Sending,
  letterId: number,
  options: SendOptions = {},
): Promise<void> {
  const user = await lockUser(tx, sending.person);
  const letter = await lockLetter(tx, user.id, letterId);
  if (!letter) throw noLetter();
  if (letter.status !== STATUS.created) return;
  if (letter.draftId && (await hasDraftLeft(tx, user.id, letter.draftId))) throw letterLeft();
  const tokens = letter.webToken === null ? { webToken: mailToken(), mailedToken: mailToken() } : {};
  await sendLetters(tx, services, { ...sending, user }, [letter], { ...options, tokens });
}

/**
 * Charges and queues all of them, or none; those of an unconfirmed sender are sealed.
 * @param created of one content and draft, one to each person; locked, as is the sender
 * @throws 400 time too near or far, 402 without credits, 409 refused address or stamps not bought, 429 at a
 * limit, 503 just after the address was confirmed
 */
async function sendLetters(
  tx: Transaction,
  services: Services,
  { person, ip, user }: Sending & { user: UserRow },
  created: LetterRow[],
  { arrival: asked, stamp = false, tokens }: SendOptions & { tokens?: Partial<LetterRow> },
): Promise<void> {
  const count = created.length;
  const sender = { user, verified: person.emailVerified };
  await checkSenderLimits(tx, services.config, sender, count);
  await countForProgram(tx, person, { count, stamp });
  const { arrival, waiting } = await departureOf(tx, services, { person, user }, created, asked);
  const counted = await isCounted(tx, services, user, waiting);
  await checkAddresses(tx, services, sender, created, { counted });
  await countForNetwork(tx, user, ip, count);
  const needed = creditsFor(count, stamp);
  if (user.credits < needed)
    throw (stamp ? insufficientCreditsWithStamps : insufficientCredits)(needed, user.credits);
  await chargeLetters(tx, created);
  if (stamp) await encloseStamps(tx, services.addressHash, user, created);
  await postLetters(tx, services, user, created, waiting, { charges: 1, ...tokens, ...arrival });
  await touchRecipients(
    tx,
    person.uid,
    created.map(({ recipientEmail }) => recipientEmail),
    count === 1 ? asked?.arriveZone : undefined,
  );
  const [first] = created;
  if (first) await discardSentDraft(tx, person.uid, first.id);
}

type BeforeQueue = typeof STATUS.sealed | typeof STATUS.scheduled;

const WAITING: Record<Waiting, Said> = {
  sealed: said('It leaves as soon as you open the link that we mailed you to confirm your e-mail address.'),
  scheduled: said('It leaves at the time you chose. Until then you can change that time or take it back.'),
  // Translators: it: the letter that was sent just now
  held: said('Your letters are on hold until we have had a look. It leaves when that is done.'),
};

/**
 * With `SMTP_URL` letters wait for the proof of their sender's address. The user is locked: none comes in between.
 * @throws 503 when the address was proved after this request began
 */
export function whatItWaitsFor(
  { config }: Services,
  person: Person,
  user: UserRow,
): typeof STATUS.sealed | null {
  if (config.SMTP_URL === undefined) return null;
  if (!user.emailVerified) return STATUS.sealed;
  if (person.emailVerified) return null;
  throw notReady(said('Your e-mail address was confirmed just now. Please send once more in a moment.'));
}

/**
 * @param asked when they are to arrive; null for at once
 * @throws 400 for a time too near or too far, 409 for a letter that left before and would be sealed, 429
 * when too many wait, 503 as `whatItWaitsFor`
 */
export async function departureOf(
  tx: Transaction,
  services: Services,
  { person, user }: { person: Person; user: UserRow },
  leaving: LetterRow[],
  asked: ArrivalBody | null | undefined,
): Promise<{ arrival: Arrival | null; waiting: BeforeQueue | null }> {
  const arrival = asked ? arrivalOf(asked) : null;
  const sealed = whatItWaitsFor(services, person, user);
  const waiting = sealed ?? (arrival && STATUS.scheduled);
  if (arrival) await checkScheduled(tx, { user, verified: person.emailVerified }, leaving.length);
  if (waiting === STATUS.sealed) await checkSealed(tx, user.id, leaving);
  return { arrival, waiting };
}

/** Whether letters count now towards the limits of addresses. Those that wait or are held count on their release. */
export const isCounted = async (
  tx: Transaction,
  { addressHash }: Services,
  user: UserRow,
  waiting: Waiting | null,
): Promise<boolean> => waiting === null && (await findPause(tx, addressHash, user)) === null;

/** Queues charged letters with a job each, or lets them wait or be held. @param waiting null for at once */
export async function postLetters(
  tx: Transaction,
  { queue, addressHash }: Services,
  user: UserRow,
  posted: Pick<LetterRow, 'id' | 'conversationId' | 'arriveAt'>[],
  waiting: BeforeQueue | null,
  changes: Partial<LetterRow>,
): Promise<void> {
  const ids = posted.map(({ id }) => id);
  // A letter that was scheduled is dated by the day on which it leaves.
  const redated = waiting ? [] : posted.flatMap(({ id, arriveAt }) => (arriveAt ? [id] : []));
  await changeStatus(tx, ids, waiting ?? STATUS.queued, {
    senderEmail: user.email,
    senderVerified: user.emailVerified,
    ...changes,
    ...reasonColumns(waiting && WAITING[waiting]),
    waitingSince: waiting && sql`now()`,
    queuedAt: waiting ? null : sql`now()`,
    nextAttemptAt: sql`now()`,
    leaseUntil: null,
    sentAt: null,
    ...(redated.length > 0
      ? { createdAt: sql`case when ${inArray(letters.id, redated)} then now() else ${letters.createdAt} end` }
      : {}),
  });
  const conversationIds = posted.map(({ conversationId }) => conversationId);
  await tx
    .update(conversations)
    .set({ lastMessageAt: sql`now()` })
    .where(inArray(conversations.id, conversationIds));
  if (!waiting) {
    const pause = await findPause(tx, addressHash, user);
    const held = pause ? await holdLetters(tx, pause.cause, inArray(letters.id, ids)) : [];
    if (held.length > 0) await tx.update(letters).set({ queuedAt: null }).where(inArray(letters.id, held));
    const leaving = ids.filter((id) => !held.includes(id)).map((letterId) => ({ letterId }));
    await queue.enqueueAll(tx, 'send-letter', leaving);
  }
  await announceLetters(tx, ids);
}

/** A pause by the operator holds all letters, one by reports only letters to people who never wrote back. */
const isHeldBy = (cause: Pause['cause']): SQL | undefined =>
  cause === 'operator' ? undefined : not(hasWrittenBack);

export async function isHeld(
  db: Executor,
  addressHash: AddressHash,
  sender: Pick<UserRow, 'id' | 'email'>,
  where: SQL,
): Promise<boolean> {
  const pause = await findPause(db, addressHash, sender);
  return pause !== null && (await db.$count(letters, and(where, isHeldBy(pause.cause)))) > 0;
}

export async function holdLetters(
  tx: Transaction,
  cause: Pause['cause'],
  where: SQL | undefined,
): Promise<number[]> {
  // Not those that are being sent: these cannot be stopped.
  const held = await tx
    .update(letters)
    .set({ status: STATUS.held, ...reasonColumns(WAITING.held), waitingSince: sql`now()` })
    .where(and(where, statusIs(STATUS.queued, letters.status), isHeldBy(cause)))
    .returning({ id: letters.id });
  return held.map(({ id }) => id);
}

/**
 * Makes, charges and queues a letter for each recipient, or none.
 * @returns `letterId` of the only one, or of the first
 * @throws 403 for somebody else's userId, 404 for a photo that is not the sender's own, 409 for a draft of which a
 * letter has left, and as `sendLetters`
 */
export async function sendBatch(
  tx: Transaction,
  services: Services,
  sending: Sending,
  body: SendBatchBody,
): Promise<{ batchId: string | null; letterId: number }> {
  const { person } = sending;
  const { recipients, stamp, arriveLocal, arriveZone } = body;
  const photoIds = await lockOwnPhotos(tx, person.uid, body.photoUrls);
  const user = await lockUser(tx, person);
  checkClaimedUser(body.userId, person, user);
  if (body.draft && (await hasDraftLeft(tx, user.id, body.draft))) throw letterLeft();
  const batchId = recipients.length > 1 ? randomUUID() : null;
  const letters = { content: body, photoIds, recipients, batchId };
  const created = await insertLetters(tx, services.config, user, letters);
  const arrival = arriveLocal && arriveZone ? { arriveLocal, arriveZone } : null;
  await sendLetters(tx, services, { ...sending, user }, created, { arrival, stamp });
  return { batchId, letterId: created[0]?.id ?? 0 };
}

/**
 * One error names all refused addresses.
 * @param options.counted they leave now, and count towards the limits of addresses
 * @throws the refusal of a single letter, 409 or 429; of several 409 ADDRESSES_REFUSED
 */
export async function checkAddresses(
  tx: Transaction,
  services: Services,
  sender: LetterSender,
  letters: Pick<LetterRow, 'id' | 'recipientEmail'>[],
  { counted }: { counted: boolean },
): Promise<void> {
  const emails = letters.map(({ recipientEmail }) => recipientEmail);
  const refusals = await findRefusals(tx, services.addressHash, sender.user, emails);
  const overLimit = counted
    ? await countForAddresses(tx, services, sender, letters)
    : new Map<string, ProductError>();
  const refused = new Map<string, Refusal>();
  for (const [index, email] of emails.entries()) {
    const refusal = refusals.get(email) ?? overLimit.get(email);
    if (!refusal) continue;
    if (letters.length === 1) throw refusal;
    const { code, said: why } = refusal;
    const sentence = refusals.has(email) ? why : said('{email}: {reason}', { email, reason: why });
    refused.set(`recipients.${index}.email`, { email, code, said: sentence });
  }
  if (refused.size > 0) throw addressesRefused(refused);
}
