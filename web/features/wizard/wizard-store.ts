import { z } from 'zod';
import { draftFields } from '../../../shared/drafts.ts';
import { readJson } from '../../../shared/read-json.ts';
import { keepText, keptText } from '../../lib/kept-text.ts';
import { type ActionStore, createSavedStore, useStore } from '../../lib/store.ts';
import {
  keptMessage,
  newLetter,
  STEPS,
  sentLetter,
  type WizardAction,
  type WizardState,
  wizardReducer,
  wordedMessage,
} from './wizard-state.ts';

/** The letter in progress. It outlives the page's component, so an upload or a send may finish on another page. */
export type WizardStore = ActionStore<WizardState, WizardAction>;

/** Raised whenever the stored shape changes; a letter stored by an older version of the page is then ignored. */
const VERSION = 1;

const storedWizard = z.object({
  version: z.literal(VERSION),
  state: draftFields.extend({
    step: z.enum(STEPS),
    sent: sentLetter.nullable(),
  }),
});

type Texts = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Kept in the tab's own `sessionStorage`, for two tabs are two letters; it survives a reload, the checkout and a sign-out. */
export function createWizardStore(storage: Texts, uid: string): WizardStore {
  return createSavedStore(loadWizard(storage, uid), wizardReducer, (state) =>
    saveWizard(storage, uid, state),
  );
}

export const storageKey = (uid: string): string => `letter-in-progress:${uid}`;

/** The letter this person was writing in this tab; a new one when there is none or it can't be read. */
export function loadWizard(storage: Texts, uid: string): WizardState {
  const stored = readJson(keptText(storage, storageKey(uid)), storedWizard);
  return stored ? { ...stored.state, message: wordedMessage(stored.state) } : newLetter();
}

export function saveWizard(storage: Texts, uid: string, state: WizardState): void {
  const kept = { ...state, message: keptMessage(state.message) };
  keepText(storage, storageKey(uid), JSON.stringify({ version: VERSION, state: kept }));
}

export interface Wizard {
  state: WizardState;
  dispatch: (action: WizardAction) => void;
}

export const useWizard = (store: WizardStore): Wizard => ({
  state: useStore(store),
  dispatch: store.dispatch,
});
