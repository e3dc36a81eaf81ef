import { z } from 'zod';
import { type CreateLetterBody, letter as letterSchema } from '../../../../shared/letters.ts';
import { ApiFailure, read, write } from '../../../lib/api.ts';
import { intentFor } from '../send-intent.ts';
import type { SendIntent, SentLetter } from '../wizard-state.ts';

export interface SendLetterOptions {
  body: CreateLetterBody;
  /** as the letter will be signed */
  senderName: string;
  /** the intent on record, of this content or an earlier one */
  current: SendIntent | null;
  newKey: () => string;
  /** puts an intent on record; returns when it is */
  record: (intent: SendIntent) => void;
}

export type SendOutcome =
  | { kind: 'sent'; letter: SentLetter }
  /** an earlier version, whose answer was lost, has left after all; nothing was sent now */
  | { kind: 'earlier-left' };

/**
 * Creates the letter and triggers its send (spec section 4). However often it is called with one content, before
 * or after a reload, one letter leaves and one credit is spent: both calls carry the intent's own keys, and a
 * letter that was created is used again.
 * @throws {ApiFailure} and network errors; the intent stays on record
 */
export async function sendLetter(options: SendLetterOptions): Promise<SendOutcome> {
  const { body, senderName, current, newKey, record } = options;
  let intent = intentFor(current, body, senderName, newKey);
  if (intent !== current && current?.unsettled && (await hasLeft(current))) {
    record({ ...current, unsettled: false });
    return { kind: 'earlier-left' };
  }
  record(intent);
  const reused = intent.letterId !== null;
  try {
    return await createAndSend();
  } catch (cause) {
    if (!reused || !isGone(cause)) throw cause;
    // The letter of an old attempt was cleared away in the meantime: the same content, as a new one.
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
    try {
      // The spec shows no answer to this call; that it is OK says enough.
      await write('POST', `/api/letters/${letterId}/send`, undefined, z.unknown(), {
        idempotencyKey: intent.sendKey,
      });
    } catch (cause) {
      // An answer of the server settles it: nothing has left. Its absence does not.
      if (cause instanceof ApiFailure && cause.status < 500) record({ ...intent, unsettled: false });
      throw cause;
    }
    return {
      kind: 'sent',
      letter: {
        id: letterId,
        recipientName: body.recipientName,
        recipientEmail: body.recipientEmail,
        at: new Date().toISOString(),
      },
    };
  }
}

async function hasLeft({ letterId }: SendIntent): Promise<boolean> {
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
