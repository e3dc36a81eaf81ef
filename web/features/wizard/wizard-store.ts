import { loadWizard, saveWizard } from './stored-wizard.ts';
import { type WizardAction, type WizardState, wizardReducer } from './wizard-state.ts';

/** The letter in progress. It outlives the page's component, so an upload or a send may finish on another page. */
export interface WizardStore {
  get: () => WizardState;
  dispatch: (action: WizardAction) => void;
  subscribe: (listener: () => void) => () => void;
}

/**
 * Every action is stored before `dispatch` returns: an intent to send is on record before its request leaves.
 * The storage is the tab's own (`sessionStorage`), for two tabs are two letters; it survives a reload, the way to
 * the checkout and back, and a sign-out.
 */
export function createWizardStore(storage: Pick<Storage, 'getItem' | 'setItem'>, uid: string): WizardStore {
  let state = loadWizard(storage, uid);
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    dispatch(action) {
      const next = wizardReducer(state, action);
      if (next === state) return;
      state = next;
      try {
        saveWizard(storage, uid, state);
      } catch (cause) {
        // A full or forbidden storage costs only the survival of a reload.
        console.warn('The letter in progress could not be stored', cause);
      }
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
