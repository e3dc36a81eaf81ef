import type { PasswordPolicy, PasswordValidationStatus } from 'firebase/auth';

/** What is asked of a password before the provider has said more (spec section 5). */
export const MIN_PASSWORD_CHARACTERS = 6;
export const TOO_SHORT = `Password must be at least ${MIN_PASSWORD_CHARACTERS} characters long`;
/** A longest length beyond this is a technical limit that nobody meets; it is not worth a person's attention. */
const WORTH_TELLING = 200;

/** What the policy of the provider (spec section 5) asks of a password, each as the end of a sentence. */
export function rulesOf({
  customStrengthOptions: options,
}: Pick<PasswordPolicy, 'customStrengthOptions'>): string[] {
  const { minPasswordLength: least = MIN_PASSWORD_CHARACTERS, maxPasswordLength: most } = options;
  return [
    `at least ${least} characters`,
    most !== undefined && most <= WORTH_TELLING && `at most ${most} characters`,
    options.containsLowercaseLetter && 'a lowercase letter',
    options.containsUppercaseLetter && 'an uppercase letter',
    options.containsNumericCharacter && 'a digit',
    options.containsNonAlphanumericCharacter && 'a special character',
  ].filter((rule) => typeof rule === 'string');
}

/** A sentence about what a password misses, or null. */
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
