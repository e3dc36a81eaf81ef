import type { CreateLetterBody } from '../../../shared/letters.ts';
import type { SendIntent, WizardState } from './wizard-state.ts';

/** What `POST /api/letters` gets (spec section 7). */
export function letterBody(state: WizardState, userId: string): CreateLetterBody {
  return {
    recipientName: state.recipient.name.trim(),
    recipientEmail: state.recipient.email.trim(),
    emailMessage: state.message,
    template: state.template,
    photoUrls: state.photos.map((photo) => photo.url),
    photoAlts: state.photos.map((photo) => photo.alt.trim()),
    userId,
  };
}

/**
 * The intent that this content belongs to: the one on record while nothing changed, else a new one with new
 * idempotency keys, for a changed letter is another letter.
 * @param senderName which the server writes on the letter as it is created
 */
export function intentFor(
  current: SendIntent | null,
  body: CreateLetterBody,
  senderName: string,
  newKey: () => string,
): SendIntent {
  const content = JSON.stringify({ ...body, senderName });
  // An intent from before the name was part of it is of the same letter all the same.
  if (current && [content, JSON.stringify(body)].includes(current.content)) return current;
  return { content, createKey: newKey(), sendKey: newKey(), letterId: null, unsettled: false };
}
