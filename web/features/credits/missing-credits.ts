import { n } from '../../lib/words.tsx';
import { creditsText } from './credits-text.ts';

/** @param cost in credits, more than `credits` @param stamped whether a stamp is enclosed in each letter */
export function missingCredits(cost: number, credits: number, stamped: boolean): string {
  const missing = cost - credits;
  if (stamped)
    return n(
      missing,
      'This letter costs {cost} with what is enclosed: {n} is missing.',
      'This letter costs {cost} with what is enclosed: {n} are missing.',
      { cost: creditsText(cost) },
    );
  return credits > 0
    ? n(
        missing,
        'This letter costs {cost}, one for each person, and you have {credits} left: {n} is missing.',
        'This letter costs {cost}, one for each person, and you have {credits} left: {n} are missing.',
        { cost: creditsText(cost), credits: creditsText(credits) },
      )
    : n(
        cost,
        'This letter costs 1 credit and you have none left.',
        'This letter costs {n} credits, one for each person, and you have none left: {n} are missing.',
      );
}
