/** IANA name of the zone that this browser's or process's times are in. */
export const localTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether it is the IANA name of a time zone that this machine's data knows; offsets such as '+01:00' are none. */
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
