export const localTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

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
