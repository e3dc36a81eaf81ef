import type { PasswordValidationStatus } from 'firebase/auth';
import { expect, it } from 'vitest';
import { passwordProblem, rulesOf } from './password-policy.ts';

it('password rules: list every rule of a policy, and the minimum when it names none', () => {
  expect(rulesOf({ customStrengthOptions: {} })).toEqual(['at least 6 characters']);
  expect(
    rulesOf({
      customStrengthOptions: {
        minPasswordLength: 10,
        maxPasswordLength: 64,
        containsLowercaseLetter: true,
        containsUppercaseLetter: true,
        containsNumericCharacter: true,
        containsNonAlphanumericCharacter: true,
      },
    }),
  ).toEqual([
    'at least 10 characters',
    'at most 64 characters',
    'a lowercase letter',
    'an uppercase letter',
    'a digit',
    'a special character',
  ]);
});

it('password rules: leave out rules that do not apply and a technical maximum length', () => {
  const options = { minPasswordLength: 6, maxPasswordLength: 4096, containsNumericCharacter: false };
  expect(rulesOf({ customStrengthOptions: options })).toEqual(['at least 6 characters']);
});

const status = (change: Partial<PasswordValidationStatus>): PasswordValidationStatus => ({
  isValid: false,
  passwordPolicy: {
    customStrengthOptions: { minPasswordLength: 10, maxPasswordLength: 64 },
    allowedNonAlphanumericCharacters: '',
    enforcementState: 'ENFORCE',
    forceUpgradeOnSignin: false,
  },
  ...change,
});

it('password problem: lists the rules that a password breaks', () => {
  expect(passwordProblem(status({ isValid: true }))).toBeNull();
  expect(
    passwordProblem(
      status({
        meetsMinPasswordLength: false,
        containsNumericCharacter: false,
        containsUppercaseLetter: true,
      }),
    ),
  ).toBe('The password needs at least 10 characters, a digit.');
  expect(passwordProblem(status({ meetsMaxPasswordLength: false }))).toBe(
    'The password needs at most 64 characters.',
  );
  expect(passwordProblem(status({}))).toBe('The password needs to be stronger.');
});
