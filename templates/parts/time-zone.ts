/** Not in every browser yet. */
declare const Temporal: { Now: { timeZoneId(): string } } | undefined;

/** By the first `Intl` format a phone loads its tables for 70 ms. */
export const localTimeZone = (): string =>
  typeof Temporal === 'undefined'
    ? new Intl.DateTimeFormat().resolvedOptions().timeZone
    : Temporal.Now.timeZoneId();

/** Offsets such as '+01:00' are none. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
