import { LETTER_COST_CREDITS } from '../../../shared/limits.ts';
import { everybody } from './recipients.ts';
import type { WizardState } from './wizard-state.ts';

/** Credits that the letter costs: one for each person, and one more for each enclosed stamp. */
export const postageOf = (state: WizardState): number =>
  everybody(state).length * (LETTER_COST_CREDITS + (state.stamp ? 1 : 0));
