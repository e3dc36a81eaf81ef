import { creditsFor } from '../../../shared/postage.ts';
import { everybody } from './recipients.ts';
import type { WizardState } from './wizard-state.ts';

/** Credits that the letter costs, to all who get it. */
export const postageOf = (state: WizardState): number => creditsFor(everybody(state).length, state.stamp);
