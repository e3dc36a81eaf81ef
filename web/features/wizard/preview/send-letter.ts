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

/** The body of `POST /api/letter-batches`; that of a letter to one person is made from it. */
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

/** The recorded intent while the content is the same, else one with new idempotency keys. @param senderName as on the letter */
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

/** The specification defines no response to `POST …/send`: one of another form counts as that of a queued letter. */
const sendAnswer = z.object({ status: z.string() }).catch({ status: STATUS.queued });

interface SendLetterOptions {
  /** its `intent` may be of earlier content */
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
  /** a letter of the same draft was sent before, from another tab or device; `changed`: with other content */
  | { kind: 'left-before'; letter: Letter; changed: boolean };

/** The send got no answer: whether the letter was sent, only the server knows. */
export class SendAnswerLost extends Error {
  override name = 'SendAnswerLost';
}

/**
 * Sends the letter to everybody (spec section 4). However often it is called with one draft, in whichever tab, each
 * person gets one letter for one credit.
 * @throws {SendAnswerLost}, {ApiFailure}; network errors when nothing was sent. The intent stays recorded.
 */
export async function sendLetter(options: SendLetterOptions): Promise<SendOutcome> {
  const { state, senderName, newKey, record } = options;
  const body = letterBody(state, options.userId, options.draft);
  let intent = intentFor(state.intent, body, senderName, newKey);
  const isCreated = intent.letterId !== null;
  // An earlier answer may have been lost, or another tab may have sent the letter with the same keys.
  const earlier = state.intent ? await outcomeOfDraft() : null;
  if (earlier) return earlier;
  recordIntent({});
  try {
    return { kind: 'sent', letter: sentLetter(await request()) };
  } catch (cause) {
    if (!(cause instanceof ApiFailure))
      throw intent.unsettled ? new SendAnswerLost('No answer came', { cause }) : cause;
    // Nothing was sent if the server refused it; after a failure of the server that is unknown.
    if (intent.unsettled && cause.status < 500) recordIntent({ unsettled: false });
    const other = cause.code === 'LETTER_LEFT' ? await outcomeOfDraft() : null;
    if (other) return other;
    if (!isCreated || !isMissing(cause)) throw cause;
    // The server removed the letter that an earlier attempt created.
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
    const changed = !isSame(letters, body);
    // The ids of a batch were in the answer that was lost: its letters are recognised by their content.
    const own = intent.letterId === null ? !changed : letter.id === intent.letterId;
    return intent.unsettled && own
      ? { kind: 'sent', letter: sentLetter(letters) }
      : { kind: 'left-before', letter, changed };
  }

  /** One call for several people; the two of the specification for one person, of which the first is not repeated. */
  async function request(): Promise<LetterSent[]> {
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
    const sendBody = arrival || stamp ? { arrival, stamp } : undefined;
    const { status } = await write('POST', `/api/letters/${id}/send`, sendBody, sendAnswer, {
      idempotencyKey: intent.sendKey,
    });
    return [{ id, status, recipientName, greetingName, recipientEmail, batch: null }];
  }

  function sentLetter([first]: LetterSent[]): SentLetter {
    if (!first) throw new Error('The answer to the send has no letters.');
    const { id, status, recipientName, greetingName, recipientEmail, batch } = first;
    const waits = waitingStatus(status);
    const arrival = waits === null ? null : state.arrival;
    const at = new Date().toISOString();
    return { id, recipientName, greetingName, recipientEmail, at, waits, arrival, batch };
  }
}

type LetterSent = Pick<
  Letter,
  'id' | 'status' | 'recipientName' | 'greetingName' | 'recipientEmail' | 'batch'
>;

const isSame = (letters: Letter[], body: LetterBody): boolean =>
  letters.length === body.recipients.length &&
  body.recipients.every((one) => {
    const letter = letters.find(
      ({ recipientEmail }) => recipientKey(recipientEmail) === recipientKey(one.email),
    );
    return letter !== undefined && isSameLetter(letter, one, body);
  });

const isSameLetter = (letter: Letter, to: BatchRecipient, body: LetterBody): boolean =>
  letter.recipientName === to.name &&
  letter.greetingName === (to.greetingName ?? '') &&
  letter.language === (to.language ?? 'en') &&
  letter.emailMessage === body.emailMessage &&
  letter.template === body.template &&
  (letter.heading ?? '') === (body.heading ?? '') &&
  letter.envelope === (body.envelope ?? false) &&
  letter.arrival?.local === body.arriveLocal &&
  letter.arrival?.zone === body.arriveZone &&
  letter.photoUrls.join() === body.photoUrls.join() &&
  letter.photos.every(({ alt }, index) => alt === (body.photoAlts?.[index] ?? ''));

const isMissing = ({ status, code }: ApiFailure): boolean => status === 404 && code !== 'USER_NOT_FOUND';
