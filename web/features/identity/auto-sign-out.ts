import { MINUTE_MS } from '../../../shared/durations.ts';
import { INACTIVITY_MINUTES } from '../../../shared/limits.ts';
import { keepText, keptText } from '../../lib/kept-text.ts';
import { listen } from '../../lib/listen.ts';

const INACTIVITY_MS = INACTIVITY_MINUTES * MINUTE_MS;
/** The warning comes this long before the sign-out, ms. */
const WARNING_MS = MINUTE_MS;

const KEY = 'last-activity';
const ACTIVITY = ['mousemove', 'mousedown', 'keydown', 'scroll', 'touchstart', 'click', 'wheel'];
/** Activity is stored at most this often, ms. */
const STORE_EVERY_MS = 2000;

/** Time since the last activity in any tab of this browser, ms; 0 where none is known. */
function idleTime(): number {
  const now = Date.now();
  // A time that this tab could not store may be older than one that another tab stored.
  const last = Math.max(Number(keptText(localStorage, KEY) ?? now), Number(localStorage.getItem(KEY)));
  return Number.isFinite(last) ? now - last : 0;
}

/** Key of the e-mail address of the person whom this tab signed out for inactivity, kept until somebody signs in again. */
const SIGNED_OUT_KEY = 'signed-out-inactive';

/** E-mail address of the person whom this tab signed out for inactivity; null if there is none. */
export function signedOutForInactivity(): string | null {
  // The server, where the page is also rendered, has no document.
  if (typeof document === 'undefined') return null;
  return keptText(sessionStorage, SIGNED_OUT_KEY);
}

/** @param email null once somebody is signed in */
export const noteInactiveSignOut = (email: string | null): void =>
  keepText(sessionStorage, SIGNED_OUT_KEY, email);

/** Whether the browser was inactive for longer than allowed. */
export const isInactive = (): boolean => idleTime() >= INACTIVITY_MS;

/** Watches all tabs together: activity in one counts for the others. @returns a function that stops the watch */
export function watchInactivity(on: { warning: (shown: boolean) => void; end: () => void }): () => void {
  let storedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    clearTimeout(timer);
    const idle = idleTime();
    if (idle >= INACTIVITY_MS) return on.end();
    const warned = idle >= INACTIVITY_MS - WARNING_MS;
    on.warning(warned);
    timer = setTimeout(check, (warned ? INACTIVITY_MS : INACTIVITY_MS - WARNING_MS) - idle);
  };
  const note = () => {
    keepText(localStorage, KEY, String(Date.now()));
    check();
  };
  const onActivity = () => {
    if (Date.now() - storedAt < STORE_EVERY_MS) return;
    // The timer of a suspended tab may be late: activity after the limit must not count.
    if (isInactive()) return check();
    storedAt = Date.now();
    note();
  };
  note();
  const activity = Object.fromEntries(ACTIVITY.map((name) => [name, onActivity]));
  const ends = [
    listen(window, activity, { passive: true, capture: true }),
    listen(window, { storage: ({ key }) => key === KEY && check() }),
    listen(document, { visibilitychange: check }),
  ];
  return () => {
    clearTimeout(timer);
    for (const end of ends) end();
  };
}
