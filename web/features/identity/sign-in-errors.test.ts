import { expect, it } from 'vitest';
import { ApiFailure } from '../../lib/api.ts';
import { isWrongPassword, signInSentence } from './sign-in-errors.ts';

const FALLBACK = 'Failed to sign in';
const coded = (code: string, message = `Firebase: Error (${code}).`) =>
  Object.assign(new Error(message), { code });

it.each([
  'auth/network-request-failed',
  'auth/password-does-not-meet-requirements',
  'auth/missing-recaptcha-token',
  'auth/multi-factor-auth-required',
  'auth/user-mismatch',
  'auth/popup-blocked',
  'auth/popup-closed-by-user',
  'auth/cancelled-popup-request',
  'auth/unauthorized-domain',
  'auth/invalid-api-key',
  'auth/internal-error',
])('sign-in errors: %s of the specification has a sentence', (code) => {
  const sentence = signInSentence(coded(code), FALLBACK);
  expect(sentence).not.toBe(FALLBACK);
  expect(sentence).toMatch(/^[A-Z].{20,}\.$/);
  expect(sentence).not.toMatch(/auth\/|Firebase|Error/);
});

it('sign-in errors: shows the password requirement that the provider names', () => {
  const message =
    'Firebase: Missing password requirements: [Password must contain a numeric character] (auth/password-does-not-meet-requirements).';
  expect(signInSentence(coded('auth/password-does-not-meet-requirements', message), FALLBACK)).toBe(
    'Password must contain a numeric character.',
  );
});

it('sign-in errors: shows the message of the provider for an unknown code, and that of our server', () => {
  const message = 'Firebase: This project is on holiday. (auth/on-holiday).';
  expect(signInSentence(coded('auth/on-holiday', message), FALLBACK)).toBe('This project is on holiday.');
  const refusal = new ApiFailure(
    403,
    'Forbidden',
    JSON.stringify({ code: 'EMAIL_NEEDED', message: 'An address is needed.' }),
  );
  expect(signInSentence(refusal, FALLBACK)).toBe('An address is needed.');
});

it.each([
  coded('auth/on-holiday'),
  new Error('boom'),
  new ApiFailure(502, 'Bad Gateway', '<html>'),
  'text',
  null,
])('sign-in errors: uses the fallback for %s', (error) => {
  expect(signInSentence(error, FALLBACK)).toBe(FALLBACK);
});

it('isWrongPassword: recognises each of its codes', () => {
  expect(isWrongPassword(coded('auth/invalid-credential'))).toBe(true);
  expect(isWrongPassword(coded('auth/wrong-password'))).toBe(true);
  expect(isWrongPassword(coded('auth/network-request-failed'))).toBe(false);
});
