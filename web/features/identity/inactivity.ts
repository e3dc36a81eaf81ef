import { INACTIVITY_MINUTES } from '../../../shared/limits.ts';

const INACTIVITY_MS = INACTIVITY_MINUTES * 60 * 1000;
/** How long before the end a person is warned, ms. */
const WARNING_MS = 60 * 1000;

const KEY = 'last-activity';
/** Storing each mouse move would be waste; a few seconds matter little in twenty minutes. */
const STORE_EVERY_MS = 2000;
const SIGNS_OF_LIFE = [
  'mousemove',
  'mousedown',
  'keydown',
  'scroll',
  'touchstart',
  'click',
  'wheel',
] as const;

/** When anything was last done in any tab of this browser, ms since the epoch; null when never. */
function lastActivity(): number | null {
  const stored = Number(localStorage.getItem(KEY) ?? Number.NaN);
  return Number.isFinite(stored) ? stored : null;
}

function noteActivity(now = Date.now()): void {
  localStorage.setItem(KEY, String(now));
}

/** True when a person comes back to a browser that was left alone for longer than allowed. */
export function wasAbandoned(now = Date.now()): boolean {
  const last = lastActivity();
  return last !== null && now - last >= INACTIVITY_MS;
}

/**
 * Watches all tabs together: activity in one keeps the others open, too.
 * @returns a function that stops the watch
 */
export function watchInactivity(on: { warning: (shown: boolean) => void; end: () => void }): () => void {
  let storedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    clearTimeout(timer);
    const idle = Date.now() - (lastActivity() ?? Date.now());
    if (idle >= INACTIVITY_MS) return on.end();
    const warned = idle >= INACTIVITY_MS - WARNING_MS;
    on.warning(warned);
    timer = setTimeout(check, (warned ? INACTIVITY_MS : INACTIVITY_MS - WARNING_MS) - idle);
  };
  const alive = () => {
    const now = Date.now();
    if (now - storedAt < STORE_EVERY_MS) return;
    // The timer of a tab that slept may be late: the return is not a sign of life after the end.
    if (wasAbandoned(now)) return check();
    storedAt = now;
    noteActivity(now);
    check();
  };
  const elsewhere = (event: StorageEvent) => {
    if (event.key === KEY) check();
  };
  noteActivity();
  check();
  for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, alive, { passive: true, capture: true });
  window.addEventListener('storage', elsewhere);
  document.addEventListener('visibilitychange', check);
  return () => {
    clearTimeout(timer);
    for (const sign of SIGNS_OF_LIFE) window.removeEventListener(sign, alive, { capture: true });
    window.removeEventListener('storage', elsewhere);
    document.removeEventListener('visibilitychange', check);
  };
}
