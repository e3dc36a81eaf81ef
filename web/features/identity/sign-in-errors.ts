/** What a person reads for a code of the identity provider (spec section 8 names the codes, not the texts). */
const SENTENCES: Record<string, string> = {
  'auth/invalid-credential': 'That e-mail address and password do not belong together.',
  'auth/invalid-login-credentials': 'That e-mail address and password do not belong together.',
  'auth/user-not-found': 'That e-mail address and password do not belong together.',
  'auth/wrong-password': 'That e-mail address and password do not belong together.',
  'auth/invalid-email': 'Please enter a valid email address',
  'auth/missing-email': 'Please enter a valid email address',
  'auth/email-already-in-use':
    'There is an account with this address already. Sign in, or reset its password.',
  'auth/weak-password': 'Password must be at least 6 characters long',
  'auth/password-does-not-meet-requirements': 'That password is not strong enough for this place.',
  'auth/too-many-requests': 'Too many attempts. Please wait a few minutes and try again.',
  'auth/user-disabled': 'This account has been closed. Support can tell you more.',
  'auth/network-request-failed':
    'We could not reach the sign-in service. Please check your connection and try again.',
  'auth/login-blocked': 'You are known to us, but the desk did not open. Please try again.',
  'auth/popup-blocked': 'Your browser held the sign-in window back. Allow pop-ups here and try again.',
  'auth/popup-closed-by-user': 'The sign-in window was closed before you were done.',
  'auth/cancelled-popup-request': 'Another sign-in window was opened meanwhile.',
  'auth/unauthorized-domain': 'Signing in is not allowed from this address.',
  'auth/invalid-api-key': 'The sign-in service is not set up correctly here.',
  'auth/multi-factor-auth-required': 'This account asks for a second factor, which is not supported here.',
  'auth/user-mismatch': 'This belongs to another account. Sign in to that one, then open the link again.',
  'auth/login-required': 'Please sign in to the account first, then open the link again.',
  'auth/missing-recaptcha-token': 'The sign-in service asked for a captcha that could not be shown.',
  'auth/expired-action-code': 'This link is too old. Ask for a new one.',
  'auth/invalid-action-code': 'This link was used already, or is not complete.',
  'auth/requires-recent-login': 'You signed in a while ago. Please sign out, sign in again, and repeat this.',
  'auth/user-token-expired': 'Please sign in again.',
};

/** A sentence about a failed sign-in or account action; codes without one get `fallback`. */
export function signInSentence(error: unknown, fallback: string): string {
  return SENTENCES[codeOf(error)] ?? fallback;
}

const WRONG_PASSWORD = new Set([
  'auth/invalid-credential',
  'auth/invalid-login-credentials',
  'auth/wrong-password',
]);

/** Whether the password that somebody proved themselves with is not theirs. */
export function isWrongPassword(error: unknown): boolean {
  return WRONG_PASSWORD.has(codeOf(error));
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}
