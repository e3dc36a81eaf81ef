import { z } from 'zod';
import { type CreateLetterBody, letter as letterSchema } from '../../../../shared/letters.ts';
import { ApiFailure, read, write } from '../../../lib/api.ts';
import type { SendIntent, SentLetter, WizardState } from '../wizard-state.ts';

/** What `POST /api/letters` gets (spec section 7). */
export function letterBody(state: WizardState, userId: string): CreateLetterBody {
  const greetingName = state.recipient.greetingName.trim();
  return {
    recipientName: state.recipient.name.trim(),
    ...(greetingName ? { greetingName } : {}),
    recipientEmail: state.recipient.email.trim(),
    emailMessage: state.message,
    template: state.template,
    ...(state.heading === null ? {} : { heading: state.heading.trim() }),
    photoUrls: state.photos.map((photo) => photo.url),
    photoAlts: state.photos.map((photo) => photo.alt.trim()),
    userId,
  };
}

/**
 * The send intent of this content: the recorded one while nothing changed, else a new one with new idempotency keys,
 * because a changed letter is another letter.
 * @param senderName which the server writes on the letter as it is created
 */
export function intentFor(
  current: SendIntent | null,
  body: CreateLetterBody,
  senderName: string,
  newKey: () => string,
): SendIntent {
  const content = JSON.stringify({ ...body, senderName });
  // Intents recorded by an earlier release have no name.
  if (current && [content, JSON.stringify(body)].includes(current.content)) return current;
  return { content, createKey: newKey(), sendKey: newKey(), letterId: null, unsettled: false };
}

/** The specification defines no response to `POST …/send`: one that we cannot read is that of a letter that was queued. */
const sendAnswer = z.object({ status: z.string() }).catch({ status: 'queued' });

export interface SendLetterOptions {
  body: CreateLetterBody;
  /** as the letter will be signed */
  senderName: string;
  /** the recorded intent, of this content or an earlier one */
  current: SendIntent | null;
  newKey: () => string;
  /** stores an intent before it returns */
  record: (intent: SendIntent) => void;
}

export type SendOutcome =
  | { kind: 'sent'; letter: SentLetter }
  /** an earlier version, whose response was lost, was sent after all; nothing was sent now */
  | { kind: 'earlier-version-sent' };

/**
 * Creates the letter and triggers its send (spec section 4). However often it is called with one content, before
 * or after a reload, one letter is sent and one credit is spent: both calls carry the intent's own keys, and a
 * letter that was created is used again.
 * @throws {ApiFailure} and network errors; the intent stays recorded
 */
export async function sendLetter(options: SendLetterOptions): Promise<SendOutcome> {
  const { body, senderName, current, newKey, record } = options;
  let intent = intentFor(current, body, senderName, newKey);
  if (intent !== current && current?.unsettled && (await wasSent(current))) {
    record({ ...current, unsettled: false });
    return { kind: 'earlier-version-sent' };
  }
  record(intent);
  const reused = intent.letterId !== null;
  try {
    return await createAndSend();
  } catch (cause) {
    if (!reused || !isGone(cause)) throw cause;
    // The letter of an old attempt was removed meanwhile: create it anew.
    intent = intentFor(null, body, senderName, newKey);
    record(intent);
    return createAndSend();
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
    let status: string;
    try {
      ({ status } = await write('POST', `/api/letters/${letterId}/send`, undefined, sendAnswer, {
        idempotencyKey: intent.sendKey,
      }));
    } catch (cause) {
      // A refusal by the server means that nothing was sent; a missing response does not.
      if (cause instanceof ApiFailure && cause.status < 500) record({ ...intent, unsettled: false });
      throw cause;
    }
    return {
      kind: 'sent',
      letter: {
        id: letterId,
        recipientName: body.recipientName,
        greetingName: body.greetingName ?? '',
        recipientEmail: body.recipientEmail,
        at: new Date().toISOString(),
        sealed: status === 'sealed',
      },
    };
  }
}

async function wasSent({ letterId }: SendIntent): Promise<boolean> {
  if (letterId === null) return false;
  try {
    const { status } = await read(`/api/letters/${letterId}`, letterSchema.pick({ status: true }));
    return status !== 'created';
  } catch (cause) {
    if (isGone(cause)) return false;
    throw cause;
  }
}

function isGone(cause: unknown): boolean {
  return cause instanceof ApiFailure && cause.status === 404 && cause.code !== 'USER_NOT_FOUND';
}
