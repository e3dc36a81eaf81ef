import type { PasswordPolicy, PasswordValidationStatus } from 'firebase/auth';
import { listInWords } from '../../../shared/words.ts';
import { language, n, t } from '../../lib/words.tsx';

export type PasswordRules = Pick<PasswordPolicy, 'customStrengthOptions'>;

/** Minimum before the provider's policy is known (spec section 5). */
export const MIN_PASSWORD_CHARACTERS = 6;
/** A sentence about a password of fewer characters than `least` (spec section 5), or null. */
export function tooShort(password: string, least: number): string | null {
  if (password.length >= least) return null;
  return n(
    least,
    'Password must be at least 1 character long',
    'Password must be at least {n} characters long',
  );
}
export const atLeast = (characters: number): string =>
  n(characters, 'at least 1 character', 'at least {n} characters');
const atMost = (characters: number): string => n(characters, 'at most 1 character', 'at most {n} characters');

/** Rules within a sentence: 'at least 6 characters, a digit'. */
export const rulesInWords = (rules: readonly string[]): string =>
  language() === 'en' ? rules.join(', ') : listInWords(rules, language());

/** A higher maximum is a technical limit that is not worth mentioning. */
const MENTIONED_MAX_CHARACTERS = 200;

/** The rules of the provider's policy (spec section 5), each as the end of a sentence. */
export function rulesOf({ customStrengthOptions: options }: PasswordRules): string[] {
  const { minPasswordLength: least = MIN_PASSWORD_CHARACTERS, maxPasswordLength: most } = options;
  return [
    atLeast(least),
    most !== undefined && most <= MENTIONED_MAX_CHARACTERS && atMost(most),
    ...CHARACTERS.map(([rule, words]) => options[rule] && words()),
  ].filter((rule) => typeof rule === 'string');
}

const CHARACTERS = [
  ['containsLowercaseLetter', () => t('a lowercase letter')],
  ['containsUppercaseLetter', () => t('an uppercase letter')],
  ['containsNumericCharacter', () => t('a digit')],
  ['containsNonAlphanumericCharacter', () => t('a special character')],
] as const;

/** A sentence about the rules that a password breaks, or null. */
export function passwordProblem(status: PasswordValidationStatus): string | null {
  if (status.isValid) return null;
  const { minPasswordLength: least, maxPasswordLength: most } = status.passwordPolicy.customStrengthOptions;
  const wants = [
    status.meetsMinPasswordLength === false && atLeast(least ?? MIN_PASSWORD_CHARACTERS),
    status.meetsMaxPasswordLength === false && most !== undefined && atMost(most),
    ...CHARACTERS.map(([rule, words]) => status[rule] === false && words()),
  ].filter((want) => want !== false);
  if (wants.length === 0) return t('The password needs to be stronger.');
  return t('The password needs {rules}.', { rules: rulesInWords(wants) });
}
