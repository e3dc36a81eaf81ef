import { letterBatch, type SendBatchBody } from '../../../../shared/letter-batches.ts';
import { waitingStatus } from '../../../../shared/letter-status.ts';
import { type Letter, letterList } from '../../../../shared/letters.ts';
import { ApiFailure, read, write } from '../../../lib/api.ts';
import { recipientKey } from '../../recipients/recipient-key.ts';
import { languageOf } from '../letter-words.ts';
import { addressOf, everybody } from '../recipients.ts';
import type { SentLetter, WizardState } from '../wizard-state.ts';
import {
  contentBody,
  intentFor,
  isChanged,
  isLeft,
  SendAnswerLost,
  type SendLetterOptions,
  type SendOutcome,
} from './send-letter.ts';

type BatchBody = SendBatchBody & { draft: string };

/** What `POST /api/letter-batches` gets. @param draft id of the draft that it is written as */
export function batchBody(state: WizardState, userId: string, draft: string): BatchBody {
  const { arrival, stamp } = state;
  return {
    recipients: everybody(state).map((one) => ({
      name: one.name.trim(),
      email: addressOf(one),
      greetingName: one.greetingName.trim(),
      language: languageOf(one),
    })),
    ...contentBody(state, userId, draft),
    ...(stamp ? { stamp } : {}),
    ...(arrival ? { arriveLocal: arrival.local, arriveZone: arrival.zone } : {}),
  };
}

/**
 * Sends one letter to several people by one call: however often it is called with one draft, in whichever tab, each of
 * them gets one letter and each costs one credit.
 * @throws {SendAnswerLost}, {ApiFailure} and network errors before anything was sent; the intent stays recorded
 */
export async function sendBatch({
  body,
  senderName,
  arrival,
  current,
  newKey,
  record,
}: Omit<SendLetterOptions, 'body' | 'stamp'> & { body: BatchBody }): Promise<SendOutcome> {
  const intent = intentFor(current, body, senderName, arrival, newKey);
  // An earlier answer may have been lost, or another tab may have sent it.
  const before = current ? await outcomeOfDraft(intent.unsettled) : null;
  if (before) return before;
  record({ ...intent, unsettled: true });
  try {
    const { letters } = await write('POST', '/api/letter-batches', body, letterBatch, {
      idempotencyKey: intent.createKey,
    });
    return { kind: 'sent', letter: sentLetter(letters) };
  } catch (cause) {
    if (!(cause instanceof ApiFailure)) throw new SendAnswerLost('No answer came', { cause });
    // A refusal by the server means that nothing was sent; a missing response does not.
    if (cause.status < 500) record({ ...intent, unsettled: false });
    const left = isLeft(cause) ? await outcomeOfDraft(false) : null;
    if (left) return left;
    throw cause;
  }

  /** @param mayBeOwn a send of this very content got no answer */
  async function outcomeOfDraft(mayBeOwn: boolean): Promise<SendOutcome | null> {
    const letters = await read(`/api/letters?draft=${body.draft}`, letterList);
    const [letter] = letters;
    if (!letter) return null;
    const changed = isAnother(letters);
    if (mayBeOwn && !changed) return { kind: 'sent', letter: sentLetter(letters) };
    return { kind: 'left-before', letter, changed };
  }

  /** Whether what left is another letter, or went to others, than what would be sent now. */
  function isAnother(letters: Letter[]): boolean {
    return (
      letters.length !== body.recipients.length ||
      body.recipients.some(({ name, email, greetingName, language }) => {
        const letter = letters.find((one) => recipientKey(one.recipientEmail) === recipientKey(email));
        const asked = {
          ...body,
          recipientName: name,
          recipientEmail: email,
          ...(language ? { language } : {}),
          ...(greetingName ? { greetingName } : {}),
        };
        return !letter || isChanged(letter, asked, arrival);
      })
    );
  }

  function sentLetter(letters: Letter[]): SentLetter {
    const [first] = letters;
    if (!first) throw new Error('The letters that were sent were not answered.');
    const waits = waitingStatus(first.status);
    return {
      id: first.id,
      recipientName: first.recipientName,
      greetingName: first.greetingName,
      recipientEmail: first.recipientEmail,
      at: new Date().toISOString(),
      waits,
      arrival: waits === null ? null : arrival,
      batch: first.batch,
    };
  }
}
