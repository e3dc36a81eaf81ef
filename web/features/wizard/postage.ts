import { creditsFor } from '../../../shared/postage.ts';
import { everybody } from './recipients.ts';
import type { WizardState } from './wizard-state.ts';

/** Credits for all who get the letter. */
export const postageOf = (state: WizardState): number => creditsFor(everybody(state).length, state.stamp);
