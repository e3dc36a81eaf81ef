import { LETTER_COST_CREDITS, STAMP_CREDITS } from './limits.ts';

/** Credits that letters cost: one each (spec section 9), and those of the stamp enclosed in each. */
export const creditsFor = (letters: number, stamped: boolean): number =>
  letters * (LETTER_COST_CREDITS + (stamped ? STAMP_CREDITS : 0));
