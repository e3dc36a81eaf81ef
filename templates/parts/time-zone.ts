/** Not in every browser yet. */
declare const Temporal: { Now: { timeZoneId(): string } } | undefined;

/** A page’s first `Intl` format takes a phone some 50 ms, so `Temporal` is asked where there is one. */
export const localTimeZone = (): string =>
  typeof Temporal === 'undefined'
    ? new Intl.DateTimeFormat().resolvedOptions().timeZone
    : Temporal.Now.timeZoneId();

let latest = 'UTC';

/** Offsets such as '+01:00' are none. */
export function isTimeZone(name: string): boolean {
  // To ask takes a tenth of a millisecond, and a list of answers asks for one zone again and again.
  if (name === latest) return true;
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    latest = name;
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
