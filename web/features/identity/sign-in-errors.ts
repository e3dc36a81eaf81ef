import { type Marked, msg } from '../../../shared/words.ts';
import { ApiFailure } from '../../lib/api.ts';
import { t } from '../../lib/words.tsx';
import { MIN_PASSWORD_CHARACTERS, tooShort } from './password-policy.ts';

const NOT_TOGETHER = msg('That e-mail address and password do not belong together.');
const NOT_AN_ADDRESS = msg('Please enter a valid email address');
const CANCELLED = msg('You cancelled at Apple, so nothing was changed here.');
const NOT_SET_UP = msg('This way of signing in is not set up here.');

/** Sentences for the provider's codes (spec section 8 names the codes, not the texts). */
const SENTENCES: Record<string, string & Marked> = {
  'auth/invalid-credential': NOT_TOGETHER,
  'auth/invalid-login-credentials': NOT_TOGETHER,
  'auth/user-not-found': NOT_TOGETHER,
  'auth/wrong-password': NOT_TOGETHER,
  'auth/invalid-email': NOT_AN_ADDRESS,
  'auth/missing-email': NOT_AN_ADDRESS,
  'auth/email-already-in-use': msg(
    'There is an account with this address already. Sign in, or reset its password.',
  ),
  'auth/account-exists-with-different-credential': msg(
    'There is an account with this address already. Please sign in with its password.',
  ),
  'auth/credential-already-in-use': msg('That sign-in belongs to another account here.'),
  'auth/password-does-not-meet-requirements': msg('That password is not strong enough for this place.'),
  'auth/user-disabled': msg('This account has been closed. Support can tell you more.'),
  'auth/network-request-failed': msg(
    'We could not reach the sign-in service. Please check your connection and try again.',
  ),
  'auth/timeout': msg('The sign-in service took too long. Please try again.'),
  'auth/internal-error': msg('Something went wrong at the sign-in service. Please try again in a moment.'),
  'auth/login-blocked': msg('You are known to us, but signing in failed. Please try again.'),
  'auth/popup-blocked': msg('Your browser held the sign-in window back. Allow pop-ups here and try again.'),
  'auth/popup-closed-by-user': msg('The sign-in window was closed before you were done.'),
  'auth/cancelled-popup-request': msg('Another sign-in window was opened meanwhile.'),
  'auth/user-cancelled': CANCELLED,
  'apple/cancelled': CANCELLED,
  'apple/refused': msg('Apple did not confirm this sign-in. Please try again.'),
  'apple/unavailable': msg('Apple could not be reached. Please try again in a moment.'),
  'auth/unauthorized-domain': msg('Signing in is not allowed from this address.'),
  'auth/operation-not-allowed': NOT_SET_UP,
  'auth/admin-restricted-operation': NOT_SET_UP,
  'auth/invalid-api-key': msg('The sign-in service is not set up correctly here.'),
  'auth/multi-factor-auth-required': msg(
    'This account asks for a second factor, which is not supported here.',
  ),
  'auth/invalid-custom-token': msg('That took a while. Please try once more.'),
  'auth/custom-token-mismatch': NOT_SET_UP,
  'auth/user-mismatch': msg(
    'This belongs to another account. Sign in to that one, then open the link again.',
  ),
  'auth/login-required': msg('Please sign in to the account first, then open the link again.'),
  'auth/missing-recaptcha-token': msg(
    'The sign-in service asked for a captcha, and it could not be loaded here.',
  ),
  'auth/expired-action-code': msg('This link is too old. Ask for a new one.'),
  'auth/invalid-action-code': msg('This link was used already, or is not complete.'),
  'auth/requires-recent-login': msg(
    'You signed in a while ago. Please sign out, sign in again, and repeat this.',
  ),
  'auth/user-token-expired': msg('Please sign in again.'),
  'auth/web-storage-unsupported': msg(
    'Your browser keeps nothing for this page, so it could not remember you. Please allow that and try again.',
  ),
};

/** A sentence about a failed sign-in: ours for the code, else the provider's own (spec section 8), else `fallback`. */
export function signInSentence(error: unknown, fallback: string): string {
  if (error instanceof ApiFailure) return error.forPerson ?? fallback;
  const message = error instanceof Error ? error.message : '';
  return requirementIn(message) ?? sentenceFor(codeOf(error)) ?? providerMessage(message) ?? fallback;
}

function sentenceFor(code: string): string | null {
  if (code === 'auth/weak-password') return tooShort('', MIN_PASSWORD_CHARACTERS);
  const sentence = SENTENCES[code];
  return sentence ? t(sentence) : null;
}

/** The requirement in 'Missing password requirements: [Password must contain a numeric character]'. */
function requirementIn(message: string): string | null {
  const requirement = /Missing password requirements: \[([^[\]]+)\]/.exec(message)?.[1];
  return requirement ? `${requirement}.` : null;
}

/** The text in 'Firebase: Text. (auth/code).'; 'Error' stands for none. */
function providerMessage(message: string): string | null {
  const text = /^Firebase: (.+)\(auth\/[\w-]+\)\.?$/.exec(message)?.[1]?.trim();
  return text && text !== 'Error' ? text : null;
}

const WRONG_PASSWORD = new Set([
  'auth/invalid-credential',
  'auth/invalid-login-credentials',
  'auth/wrong-password',
]);

const ABOUT_ADDRESS = new Set([
  'auth/invalid-email',
  'auth/missing-email',
  'auth/email-already-in-use',
  'auth/account-exists-with-different-credential',
]);

/** Whether an error is about the e-mail address, not the password. */
export const isAboutAddress = (error: unknown): boolean => ABOUT_ADDRESS.has(codeOf(error));

/** Whether the person's own password, asked for as a proof, was wrong. */
export const isWrongPassword = (error: unknown): boolean => WRONG_PASSWORD.has(codeOf(error));

/** The SDK's code, such as `auth/invalid-email`; '' without one. */
export function codeOf(error: unknown): string {
  if (isCaptchaNotLoaded(error)) return 'auth/missing-recaptcha-token';
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

/** The SDK says 'internal-error' when a script of Google's does not load, and adds the event. */
function isCaptchaNotLoaded(error: unknown): boolean {
  const cause =
    typeof error === 'object' && error !== null && 'customData' in error ? error.customData : null;
  return (
    cause instanceof Event &&
    cause.target instanceof HTMLScriptElement &&
    cause.target.src.includes('/recaptcha/')
  );
}
