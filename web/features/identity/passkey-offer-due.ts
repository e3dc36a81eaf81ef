import { keepText } from '../../lib/kept-text.ts';

const KEY = 'password-sign-ins';
const ASKED = 'asked';
/** Sign-ins by password in this browser, after which it is worth a question. */
const ENOUGH = 2;

/** Counts a sign-in by password. Only the tab in which it was typed asks: another one may not be looked at. */
export function notePasswordSignIn(): void {
  const before = localStorage.getItem(KEY);
  if (before === ASKED) return;
  const count = String(Number(before) + 1);
  keepText(localStorage, KEY, count);
  keepText(sessionStorage, KEY, count);
}

/** Whether somebody who typed a password here has not been asked about another way. */
export const isPasskeyOfferDue = (): boolean => Number(sessionStorage.getItem(KEY)) >= ENOUGH;

/** Asked once in a browser, whatever the answer. */
export function notePasskeyOffered(): void {
  keepText(localStorage, KEY, ASKED);
  sessionStorage.removeItem(KEY);
}
