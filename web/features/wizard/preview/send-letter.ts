import { z } from 'zod';
import { type BatchRecipient, letterBatch, type SendBatchBody } from '../../../../shared/letter-batches.ts';
import { STATUS, waitingStatus } from '../../../../shared/letter-status.ts';
import { type Letter, letterList, letter as letterSchema } from '../../../../shared/letters.ts';
import { ApiFailure, read, write } from '../../../lib/api.ts';
import { recipientKey } from '../../recipients/recipient-key.ts';
import { languageOf } from '../letter-words.ts';
import { addressOf, everybody } from '../recipients.ts';
import type { SendIntent, SentLetter, WizardState } from '../wizard-state.ts';

type LetterBody = SendBatchBody & { draft: string };

/** What `POST /api/letter-batches` gets; the letter to one person is made from it. */
export function letterBody(state: WizardState, userId: string, draft: string): LetterBody {
  const { arrival, stamp } = state;
  return {
    recipients: everybody(state).map((one) => ({
      name: one.name.trim(),
      email: addressOf(one),
      greetingName: one.greetingName.trim(),
      language: languageOf(one),
    })),
    emailMessage: state.message,
    template: state.template,
    ...(state.heading === null ? {} : { heading: state.heading.replace(/\s+/g, ' ').trim() }),
    ...(state.envelope ? { envelope: true } : {}),
    photoUrls: state.photos.map((photo) => photo.url),
    photoAlts: state.photos.map((photo) => photo.alt.trim()),
    userId,
    draft,
    ...(stamp ? { stamp } : {}),
    ...(arrival ? { arriveLocal: arrival.local, arriveZone: arrival.zone } : {}),
  };
}

/** The recorded intent while nothing changed, else a new one with new idempotency keys. @param senderName of the letter */
export function intentFor(
  current: SendIntent | null,
  body: LetterBody,
  senderName: string,
  newKey: () => string,
): SendIntent {
  const content = JSON.stringify({ ...body, senderName });
  if (current?.content === content) return current;
  return { content, createKey: newKey(), sendKey: newKey(), letterId: null, unsettled: false };
}

/** The specification defines no response to `POST …/send`: one that we cannot read is that of a letter that was queued. */
const sendAnswer = z.object({ status: z.string() }).catch({ status: STATUS.queued });

interface SendLetterOptions {
  /** with the recorded intent, of this content or an earlier one */
  state: WizardState;
  userId: string;
  draft: string;
  senderName: string;
  newKey: () => string;
  /** stores an intent before it returns */
  record: (intent: SendIntent) => void;
}

type SendOutcome =
  | { kind: 'sent'; letter: SentLetter }
  /** a letter of the same draft had left from another tab or device; `changed`: it says something else */
  | { kind: 'left-before'; letter: Letter; changed: boolean };

/** No answer came to the send: whether the letter left is known once the server is asked. */
export class SendAnswerLost extends Error {
  override name = 'SendAnswerLost';
}

/**
 * Sends the letter to everybody (spec section 4). However often it is called with one draft, in whichever tab, each
 * person gets one letter for one credit.
 * @throws {SendAnswerLost}, {ApiFailure} and network errors before anything was sent; the intent stays recorded
 */
export async function sendLetter(options: SendLetterOptions): Promise<SendOutcome> {
  const { state, senderName, newKey, record } = options;
  const body = letterBody(state, options.userId, options.draft);
  let intent = intentFor(state.intent, body, senderName, newKey);
  const reused = intent.letterId !== null;
  // An earlier answer may have been lost, or another tab may have sent it with the keys of the same intent.
  const before = state.intent ? await outcomeOfDraft() : null;
  if (before) return before;
  recordIntent({});
  try {
    return { kind: 'sent', letter: sentLetter(await post()) };
  } catch (cause) {
    if (!(cause instanceof ApiFailure))
      throw intent.unsettled ? new SendAnswerLost('No answer came', { cause }) : cause;
    // A refusal by the server means that nothing was sent; a missing response does not.
    if (intent.unsettled && cause.status < 500) recordIntent({ unsettled: false });
    const left = cause.code === 'LETTER_LEFT' ? await outcomeOfDraft() : null;
    if (left) return left;
    if (!reused || !isGone(cause)) throw cause;
    // The letter of an old attempt was removed meanwhile: create it anew.
    return sendLetter({ ...options, state: { ...state, intent: null } });
  }

  function recordIntent(change: Partial<SendIntent>) {
    intent = { ...intent, ...change };
    record(intent);
  }

  async function outcomeOfDraft(): Promise<SendOutcome | null> {
    const letters = await read(`/api/letters?draft=${body.draft}`, letterList);
    const [letter] = letters;
    if (!letter) return null;
    const changed = isAnother(letters, body);
    // Those of one call got their numbers in the answer that was lost: they are known by what they say.
    const own = intent.letterId === null ? !changed : letter.id === intent.letterId;
    return intent.unsettled && own
      ? { kind: 'sent', letter: sentLetter(letters) }
      : { kind: 'left-before', letter, changed };
  }

  /** The calls of the specification: two for one person, of which the first is not repeated, and one for several. */
  async function post(): Promise<LeftLetter[]> {
    const { recipients, stamp, arriveLocal, arriveZone, ...content } = body;
    const [one, ...others] = recipients;
    if (!one || others.length > 0) {
      recordIntent({ unsettled: true });
      const idempotencyKey = intent.createKey;
      return (await write('POST', '/api/letter-batches', body, letterBatch, { idempotencyKey })).letters;
    }
    const { name: recipientName, email: recipientEmail, greetingName = '', language } = one;
    const created = { recipientName, greetingName, recipientEmail, language, ...content };
    const id =
      intent.letterId ??
      (
        await write('POST', '/api/letters', created, letterSchema.pick({ id: true }), {
          idempotencyKey: intent.createKey,
        })
      ).id;
    recordIntent({ letterId: id, unsettled: true });
    const arrival = arriveLocal ? { arriveLocal, arriveZone } : undefined;
    const asked = arrival || stamp ? { arrival, stamp } : undefined;
    const { status } = await write('POST', `/api/letters/${id}/send`, asked, sendAnswer, {
      idempotencyKey: intent.sendKey,
    });
    return [{ id, status, recipientName, greetingName, recipientEmail, batch: null }];
  }

  function sentLetter([first]: LeftLetter[]): SentLetter {
    if (!first) throw new Error('The letters that were sent were not answered.');
    const { id, status, recipientName, greetingName, recipientEmail, batch } = first;
    const waits = waitingStatus(status);
    const arrival = waits === null ? null : state.arrival;
    const at = new Date().toISOString();
    return { id, recipientName, greetingName, recipientEmail, at, waits, arrival, batch };
  }
}

type LeftLetter = Pick<
  Letter,
  'id' | 'status' | 'recipientName' | 'greetingName' | 'recipientEmail' | 'batch'
>;

function isAnother(letters: Letter[], body: LetterBody): boolean {
  return (
    letters.length !== body.recipients.length ||
    body.recipients.some((one) => {
      const left = letters.find(
        ({ recipientEmail }) => recipientKey(recipientEmail) === recipientKey(one.email),
      );
      return !left || isChanged(left, one, body);
    })
  );
}

function isChanged(left: Letter, { name, greetingName = '', language }: BatchRecipient, body: LetterBody) {
  return (
    left.recipientName !== name ||
    left.greetingName !== greetingName ||
    left.language !== (language ?? 'en') ||
    left.emailMessage !== body.emailMessage ||
    left.template !== body.template ||
    (left.heading ?? '') !== (body.heading ?? '') ||
    left.envelope !== (body.envelope ?? false) ||
    left.arrival?.local !== body.arriveLocal ||
    left.arrival?.zone !== body.arriveZone ||
    left.photoUrls.join() !== body.photoUrls.join() ||
    left.photos.some(({ alt }, index) => alt !== (body.photoAlts?.[index] ?? ''))
  );
}

const isGone = ({ status, code }: ApiFailure): boolean => status === 404 && code !== 'USER_NOT_FOUND';
