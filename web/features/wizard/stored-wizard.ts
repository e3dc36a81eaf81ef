import { z } from 'zod';
import { deskContent } from '../../../shared/drafts.ts';
import { newLetter, STEPS, type WizardState } from './wizard-state.ts';

/** Raised whenever the stored shape changes; what an older page left behind is then ignored. */
const VERSION = 1;

const storedWizard = z.object({
  version: z.literal(VERSION),
  state: deskContent.extend({
    step: z.enum(STEPS),
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
