import { keepText } from '../../lib/kept-text.ts';

const KEY = 'password-sign-ins';
const ASKED = 'asked';
/** After this many sign-ins by password in this browser a passkey is offered. */
const ENOUGH = 2;

/** Counts a sign-in by password. Only the tab in which it was typed offers a passkey: another may be out of view. */
export function notePasswordSignIn(): void {
  const before = localStorage.getItem(KEY);
  if (before === ASKED) return;
  const count = String(Number(before) + 1);
  keepText(localStorage, KEY, count);
  keepText(sessionStorage, KEY, count);
}

/** Whether a password sign-in in this tab was at least the `ENOUGH`th of this browser, and no passkey was offered here since. */
export const isPasskeyOfferDue = (): boolean => Number(sessionStorage.getItem(KEY)) >= ENOUGH;

/** A passkey is offered once in a browser, whatever the answer. */
export function notePasskeyOffered(): void {
  keepText(localStorage, KEY, ASKED);
  sessionStorage.removeItem(KEY);
}
