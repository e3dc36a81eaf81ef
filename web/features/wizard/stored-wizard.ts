import { z } from 'zod';
import { PHOTO_ALT_MAX_CHARACTERS, PHOTOS_PER_LETTER } from '../../../shared/limits.ts';
import { PAPER_IDS } from '../../../shared/papers.ts';
import { filenameOfUpload, uploadedPhoto } from '../../../shared/photos.ts';
import { newLetter, STEPS, type WizardState } from './wizard-state.ts';

/** Raised whenever the stored shape changes; what an older page left behind is then ignored. */
const VERSION = 1;

const storedWizard = z.object({
  version: z.literal(VERSION),
  state: z.object({
    step: z.enum(STEPS),
    photos: z
      .array(
        uploadedPhoto.extend({
          id: z.string().min(1),
          url: z.string().refine((url) => filenameOfUpload(url) !== null),
          alt: z.string().max(PHOTO_ALT_MAX_CHARACTERS),
        }),
      )
      .max(PHOTOS_PER_LETTER),
    recipient: z.object({ name: z.string(), email: z.string(), recentId: z.number().int().nullable() }),
    template: z.enum(PAPER_IDS),
    message: z.string(),
    intent: z
      .object({
        content: z.string(),
        createKey: z.string().min(1),
        sendKey: z.string().min(1),
        letterId: z.number().int().nullable(),
        unsettled: z.boolean(),
      })
      .nullable(),
    sent: z
      .object({ id: z.number().int(), recipientName: z.string(), recipientEmail: z.string(), at: z.string() })
      .nullable(),
  }) satisfies z.ZodType<WizardState>,
});

export function storageKey(uid: string): string {
  return `letter-in-progress:${uid}`;
}

/** The letter this person was writing in this tab; a new one when there is none or it can't be understood. */
export function loadWizard(storage: Pick<Storage, 'getItem'>, uid: string): WizardState {
  const text = storage.getItem(storageKey(uid));
  if (text === null) return newLetter();
  const parsed = storedWizard.safeParse(parseJson(text));
  return parsed.success ? parsed.data.state : newLetter();
}

export function saveWizard(storage: Pick<Storage, 'setItem'>, uid: string, state: WizardState): void {
  storage.setItem(storageKey(uid), JSON.stringify({ version: VERSION, state }));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Half a value is as good as none: the schema refuses it.
    return undefined;
  }
}
