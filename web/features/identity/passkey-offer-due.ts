const KEY = 'password-sign-ins';
const ASKED = 'asked';
/** Sign-ins by password in this browser, after which it is worth a question. */
const ENOUGH = 2;

/** Counts a sign-in by password. */
export function notePasswordSignIn(): void {
  const before = localStorage.getItem(KEY);
  if (before !== ASKED) localStorage.setItem(KEY, String(Number(before) + 1));
}

/** Whether somebody who types a password here has not been asked about another way. */
export const isPasskeyOfferDue = (): boolean => Number(localStorage.getItem(KEY)) >= ENOUGH;

/** Asked once in a browser, whatever the answer. */
export const notePasskeyOffered = (): void => localStorage.setItem(KEY, ASKED);
