import type { PasswordPolicy, PasswordValidationStatus } from 'firebase/auth';

/** Minimum before the provider's policy is known (spec section 5). */
export const MIN_PASSWORD_CHARACTERS = 6;
/** A sentence about a password of fewer characters than `least` (spec section 5), or null. */
export function tooShort(password: string, least: number): string | null {
  return password.length < least ? `Password must be at least ${least} characters long` : null;
}
/** A higher maximum is a technical limit that is not worth mentioning. */
const MENTIONED_MAX_CHARACTERS = 200;

/** The rules of the provider's policy (spec section 5), each as the end of a sentence. */
export function rulesOf({
  customStrengthOptions: options,
}: Pick<PasswordPolicy, 'customStrengthOptions'>): string[] {
  const { minPasswordLength: least = MIN_PASSWORD_CHARACTERS, maxPasswordLength: most } = options;
  return [
    `at least ${least} characters`,
    most !== undefined && most <= MENTIONED_MAX_CHARACTERS && `at most ${most} characters`,
    options.containsLowercaseLetter && 'a lowercase letter',
    options.containsUppercaseLetter && 'an uppercase letter',
    options.containsNumericCharacter && 'a digit',
    options.containsNonAlphanumericCharacter && 'a special character',
  ].filter((rule) => typeof rule === 'string');
}

/** A sentence about the rules that a password breaks, or null. */
export function passwordProblem(status: PasswordValidationStatus): string | null {
  if (status.isValid) return null;
  const { minPasswordLength: least, maxPasswordLength: most } = status.passwordPolicy.customStrengthOptions;
  const wants = [
    status.meetsMinPasswordLength === false && `at least ${least ?? MIN_PASSWORD_CHARACTERS} characters`,
    status.meetsMaxPasswordLength === false && `at most ${most} characters`,
    status.containsLowercaseLetter === false && 'a lowercase letter',
    status.containsUppercaseLetter === false && 'an uppercase letter',
    status.containsNumericCharacter === false && 'a digit',
    status.containsNonAlphanumericCharacter === false && 'a special character',
  ].filter((want) => want !== false);
  return `The password needs ${wants.join(', ') || 'to be stronger'}.`;
}
