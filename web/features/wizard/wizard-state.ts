import { z } from 'zod';
import { arrival } from '../../../shared/arrival.ts';
import type { DraftFields } from '../../../shared/drafts.ts';
import type { Language } from '../../../shared/languages.ts';
import { statusesIn } from '../../../shared/letter-status.ts';
import { MESSAGE_MAX_CHARACTERS, PHOTOS_PER_LETTER } from '../../../shared/limits.ts';
import { DEFAULT_TEMPLATE } from '../../../shared/templates.ts';
import { defaultMessage, isDefaultMessage } from '../../../templates/message.ts';
import {
  insertAfter,
  type LetterPhoto,
  moveItem,
  type PhotoAdded,
  type PhotoReplaced,
  withImage,
} from '../uploads/letter-photo.ts';
import { languageOf, letterWords, loadedLetterWords, ownLanguage } from './letter-words.ts';
import {
  chosenFrom,
  hasRecipients,
  NOBODY,
  type SeveralAction,
  severalReducer,
  type WrittenTo,
} from './recipients.ts';

export const STEPS = ['upload', 'recipient', 'template', 'preview', 'success'] as const;
export type Step = (typeof STEPS)[number];

/** The intent to send a letter with one content: every retry carries the same keys, also after a reload. */
export type SendIntent = NonNullable<DraftFields['intent']>;

export const sentLetter = z.object({
  id: z.int(),
  recipientName: z.string(),
  greetingName: z.string().default(''),
  recipientEmail: z.string(),
  /** ISO 8601 */
  at: z.string(),
  /** the status in which it waits; null when it does not wait */
  waits: z.enum(statusesIn('waiting')).nullable().default(null),
  /** null for as soon as possible */
  arrival: arrival.nullable().default(null),
  /** the batch of which it is the first letter; null for a letter to one person */
  batch: z.object({ id: z.string(), size: z.int() }).nullable().default(null),
});
export type SentLetter = z.infer<typeof sentLetter>;

/** The fields of a draft, with a default message as text, and the letter that was sent last. */
export interface WizardState extends Omit<DraftFields, 'step' | 'message'> {
  step: Step;
  message: string;
  sent: SentLetter | null;
}

type PlainField = 'template' | 'message' | 'heading' | 'envelope' | 'arrival' | 'stamp' | 'intent';

export type WizardAction =
  | { type: 'stepped'; step: Step }
  | PhotoAdded
  | PhotoReplaced
  | { type: 'photo-deleted'; id: string }
  | { type: 'photo-restored'; photo: LetterPhoto; index: number }
  | { type: 'photo-moved'; id: string; to: number }
  | { type: 'photo-described'; id: string; alt: string }
  | {
      type: 'recipient-typed';
      name?: string;
      email?: string;
      greetingName?: string;
      language?: Language | null;
    }
  | { type: 'recipient-chosen'; recipient: WrittenTo }
  | SeveralAction
  | { type: 'words-loaded' }
  /** fields on which no other depends */
  | { type: 'changed'; change: Partial<Pick<WizardState, PlainField>> }
  | { type: 'letter-sent'; letter: SentLetter }
  | { type: 'resumed'; letter: WizardState }
  | { type: 'started-over' };

/** A new letter: no photos, nobody's name, the default template and message, step upload (spec section 4). */
export function newLetter(): WizardState {
  return {
    step: 'upload',
    photos: [],
    recipient: NOBODY,
    others: [],
    template: DEFAULT_TEMPLATE,
    message: defaultMessage(0, letterWords(ownLanguage())),
    heading: null,
    envelope: false,
    arrival: null,
    stamp: false,
    intent: null,
    sent: null,
  };
}

export function wizardReducer(state: WizardState, action: WizardAction): WizardState {
  switch (action.type) {
    case 'stepped': {
      const step = allowedStep(state, action.step);
      // A photo that arrived at the success step begins another letter once that is left.
      const isAnother = step !== 'success' && state.photos.length > 0;
      return { ...state, step, sent: isAnother ? null : state.sent };
    }
    case 'photo-added':
      return withPhotos(state, insertAfter(state.photos, action.photo, action.after));
    case 'photo-deleted':
      return withDefaultMessage({
        ...state,
        photos: state.photos.filter((photo) => photo.id !== action.id),
      });
    case 'photo-restored':
      return withPhotos(state, state.photos.toSpliced(action.index, 0, action.photo));
    case 'photo-moved': {
      const from = state.photos.findIndex((photo) => photo.id === action.id);
      return from < 0 ? state : { ...state, photos: moveItem(state.photos, from, action.to) };
    }
    case 'photo-replaced':
      return withPhotos(
        state,
        state.photos.map((photo) =>
          photo.id === action.id ? withImage(photo, action.image, action.edit) : photo,
        ),
      );
    case 'photo-described':
      return {
        ...state,
        photos: state.photos.map((photo) => (photo.id === action.id ? { ...photo, alt: action.alt } : photo)),
      };
    case 'recipient-typed': {
      const { recipient } = state;
      const { name = recipient.name, email = recipient.email } = action;
      // A new name means another person than the saved one, whose greeting name and language do not fit.
      const isAnother = action.name !== undefined && recipient.recentId !== null;
      const { greetingName, language } = isAnother ? NOBODY : recipient;
      const edited = action.name !== undefined || action.email !== undefined;
      return withDefaultMessage({
        ...state,
        recipient: {
          name,
          email,
          greetingName: action.greetingName ?? greetingName,
          language: action.language === undefined ? language : action.language,
          recentId: edited ? null : recipient.recentId,
        },
      });
    }
    case 'recipient-chosen':
      return withDefaultMessage({ ...state, recipient: chosenFrom(action.recipient) });
    case 'words-loaded':
      return withDefaultMessage(state);
    case 'changed':
      return { ...state, ...action.change };
    case 'letter-sent':
      // Without its photos the letter cannot be sent a second time.
      return { ...newLetter(), step: 'success', sent: action.letter };
    case 'resumed':
      return action.letter;
    case 'started-over':
      return newLetter();
    default:
      return withDefaultMessage({ ...state, ...severalReducer(state, action) });
  }
}

/** Changes nothing for a photo that is there already (by a late response after an undo, say), or over the limit. */
function withPhotos(state: WizardState, photos: LetterPhoto[]): WizardState {
  const unique = new Set(photos.map((photo) => photo.filename));
  if (unique.size !== photos.length || photos.length > PHOTOS_PER_LETTER) return state;
  return withDefaultMessage({ ...state, photos, sent: state.step === 'success' ? state.sent : null });
}

/** Words a default message anew, which depends on the letter's language and says 'its page' or 'its pages'. */
function withDefaultMessage(state: WizardState): WizardState {
  const message = wordedMessage({ ...state, message: keptMessage(state.message) });
  return message === state.message ? state : { ...state, message };
}

/** A default message is kept as null: in another language its text could not be told from the writer's own words. */
export const keptMessage = (message: string | null): string | null =>
  message === null || isDefaultMessage(message, loadedLetterWords()) ? null : message;

export function wordedMessage(letter: Pick<DraftFields, 'message' | 'photos' | 'recipient'>): string {
  const { message, photos, recipient } = letter;
  return message ?? defaultMessage(photos.length, letterWords(languageOf(recipient)));
}

/** A message that is too long is kept as it was pasted and refused with an error, never cut. */
export const isMessageTooLong = (message: string): boolean => message.length > MESSAGE_MAX_CHARACTERS;

/** The wanted step, or the first one before it that is incomplete. */
export function allowedStep(state: WizardState, wanted: Step): Step {
  if (wanted === 'success') return state.sent ? 'success' : 'upload';
  if (wanted === 'upload' || state.photos.length === 0) return 'upload';
  if (wanted === 'recipient' || !hasRecipients(state)) return 'recipient';
  return isMessageTooLong(state.message) ? 'template' : wanted;
}

export const stepBefore = (step: Step): Step | null =>
  step === 'success' ? null : (STEPS[STEPS.indexOf(step) - 1] ?? null);
