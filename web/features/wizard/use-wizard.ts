import { useSyncExternalStore } from 'react';
import type { WizardAction, WizardState } from './wizard-state.ts';
import type { WizardStore } from './wizard-store.ts';

/** The letter in progress, as it is now, and the way to change it. */
export interface Wizard {
  state: WizardState;
  dispatch: (action: WizardAction) => void;
}

export function useWizard(store: WizardStore): Wizard {
  return { state: useSyncExternalStore(store.subscribe, store.get), dispatch: store.dispatch };
}
