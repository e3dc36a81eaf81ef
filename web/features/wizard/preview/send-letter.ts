import { z } from 'zod';
import type { Arrival } from '../../../../shared/arrival.ts';
import { STATUS, waitingStatus } from '../../../../shared/letter-status.ts';
import {
  type CreateLetterBody,
  type Letter,
  type LetterContentBody,
  letterList,
  letter as letterSchema,
} from '../../../../shared/letters.ts';
import { ApiFailure, read, write } from '../../../lib/api.ts';
import { languageOf } from '../letter-words.ts';
import { addressOf } from '../recipients.ts';
import type { SendIntent, SentLetter, WizardState } from '../wizard-state.ts';

/**
 * What `POST /api/letters` gets (spec section 7).
 * @param draft id of the draft that it is written as
 */
export function letterBody(
  state: WizardState,
  userId: string,
  draft: string,
): CreateLetterBody & { draft: string } {
  return {
    recipientName: state.recipient.name.trim(),
    greetingName: state.recipient.greetingName.trim(),
    recipientEmail: addressOf(state.recipient),
    language: languageOf(state.recipient),
    ...contentBody(state, userId, draft),
  };
}

/** What the letter says and shows, to whomever. */
export function contentBody(
  state: WizardState,
  userId: string,
  draft: string,
): LetterContentBody & { draft: string } {
  return {
    emailMessage: state.message,
    template: state.template,
    ...(state.heading === null ? {} : { heading: state.heading.replace(/\s+/g, ' ').trim() }),
    ...(state.envelope ? { envelope: true } : {}),
    photoUrls: state.photos.map((photo) => photo.url),
    photoAlts: state.photos.map((photo) => photo.alt.trim()),
    userId,
    draft,
  };
}

/**
 * The send intent of this content: the recorded one while nothing changed, else a new one with new idempotency keys,
 * because a changed letter is another letter.
 * @param senderName which the server writes on the letter as it is created
 * @param arrival when it is to arrive, which is part of the intent, as is the stamp
 */
export function intentFor(
  current: SendIntent | null,
  body: LetterContentBody & { stamp?: boolean | undefined },
  senderName: string,
  arrival: Arrival | null,
  newKey: () => string,
): SendIntent {
  const content = JSON.stringify({ ...body, senderName, ...(arrival ? { arrival } : {}) });
  if (current?.content === content) return current;
  return { content, createKey: newKey(), sendKey: newKey(), letterId: null, unsettled: false };
}

/** The specification defines no response to `POST …/send`: one that we cannot read is that of a letter that was queued. */
const sendAnswer = z.object({ status: z.string() }).catch({ status: STATUS.queued });

export interface SendLetterOptions {
  body: CreateLetterBody & { draft: string };
  /** as the letter will be signed */
  senderName: string;
  /** when it is to arrive; null for at once */
  arrival: Arrival | null;
  /** whether a stamp is enclosed */
  stamp: boolean;
  /** the recorded intent, of this content or an earlier one */
  current: SendIntent | null;
  newKey: () => string;
  /** stores an intent before it returns */
  record: (intent: SendIntent) => void;
}

export type SendOutcome =
  | { kind: 'sent'; letter: SentLetter }
  /** a letter of the same draft had left from another tab or device; nothing was sent now. `changed`: it says something else */
  | { kind: 'left-before'; letter: Letter; changed: boolean };

/** No answer came to the send: whether the letter left is known once the server is asked. */
export class SendAnswerLost extends Error {
  override name = 'SendAnswerLost';
}

/**
 * Creates the letter and triggers its send (spec section 4). However often it is called with one draft, in whichever
 * tab, one letter is sent and one credit is spent: both calls carry the intent's own keys, a letter that was created is
 * used again, and the server sends one letter of a draft alone.
 * @throws {SendAnswerLost}, {ApiFailure} and network errors before anything was sent; the intent stays recorded
 */
export async function sendLetter(options: SendLetterOptions): Promise<SendOutcome> {
  const { body, senderName, arrival, stamp, current, newKey, record } = options;
  const content = stamp ? { ...body, stamp } : body;
  let intent = intentFor(current, content, senderName, arrival, newKey);
  const reused = intent.letterId !== null;
  // An earlier answer may have been lost, or another tab may have sent it with the keys of the same intent.
  const before = current ? await outcomeOfDraft() : null;
  if (before) return before;
  record(intent);
  try {
    return await createAndSend();
  } catch (cause) {
    const left = isLeft(cause) ? await outcomeOfDraft() : null;
    if (left) return left;
    if (!reused || !isGone(cause)) throw cause;
    // The letter of an old attempt was removed meanwhile: create it anew.
    intent = intentFor(null, content, senderName, arrival, newKey);
    record(intent);
    return createAndSend();
  }

  async function outcomeOfDraft(): Promise<SendOutcome | null> {
    const [letter] = await read(`/api/letters?draft=${body.draft}`, letterList);
    if (!letter) return null;
    const own = letter.id === intent.letterId && intent.unsettled;
    if (own) return { kind: 'sent', letter: sentLetter(letter.id, letter.status) };
    return { kind: 'left-before', letter, changed: isChanged(letter, body, arrival) };
  }

  async function createAndSend(): Promise<SendOutcome> {
    let { letterId } = intent;
    if (letterId === null) {
      const created = await write('POST', '/api/letters', body, letterSchema.pick({ id: true }), {
        idempotencyKey: intent.createKey,
      });
      letterId = created.id;
    }
    intent = { ...intent, letterId, unsettled: true };
    record(intent);
    const asked = (arrival || stamp) && {
      ...(arrival ? { arrival: { arriveLocal: arrival.local, arriveZone: arrival.zone } } : {}),
      ...(stamp ? { stamp } : {}),
    };
    let status: string;
    try {
      ({ status } = await write('POST', `/api/letters/${letterId}/send`, asked || null, sendAnswer, {
        idempotencyKey: intent.sendKey,
      }));
    } catch (cause) {
      if (!(cause instanceof ApiFailure)) throw new SendAnswerLost('No answer came', { cause });
      // A refusal by the server means that nothing was sent; a missing response does not.
      if (cause.status < 500) {
        intent = { ...intent, unsettled: false };
        record(intent);
      }
      throw cause;
    }
    return { kind: 'sent', letter: sentLetter(letterId, status) };
  }

  function sentLetter(id: number, status: string): SentLetter {
    const { recipientName, recipientEmail, greetingName = '' } = body;
    const at = new Date().toISOString();
    const waits = waitingStatus(status);
    const waitsFor = waits === null ? null : arrival;
    return { id, recipientName, greetingName, recipientEmail, at, waits, arrival: waitsFor, batch: null };
  }
}

/** Whether a letter that left is another one than what would be sent now. */
export function isChanged(left: Letter, body: CreateLetterBody, arrival: Arrival | null): boolean {
  const words = (letter: Partial<Letter> | CreateLetterBody) =>
    [
      letter.recipientName,
      letter.greetingName ?? '',
      letter.recipientEmail?.toLowerCase(),
      letter.emailMessage,
      letter.template,
      letter.heading ?? '',
      letter.envelope ?? false,
      letter.language ?? 'en',
    ].join('\n');
  return (
    words(left) !== words(body) ||
    left.arrival?.local !== arrival?.local ||
    left.arrival?.zone !== arrival?.zone ||
    left.photoUrls.join() !== body.photoUrls.join() ||
    left.photos.some(({ alt }, index) => alt !== (body.photoAlts?.[index] ?? ''))
  );
}

export function isLeft(cause: unknown): boolean {
  return cause instanceof ApiFailure && cause.code === 'LETTER_LEFT';
}

function isGone(cause: unknown): boolean {
  return cause instanceof ApiFailure && cause.status === 404 && cause.code !== 'USER_NOT_FOUND';
}
