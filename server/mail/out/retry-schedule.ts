const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pause before the second, third… attempt; the last one repeats. After an hour's outage a mail server is tried within 30 minutes. */
const PAUSES = [
  10 * SECOND,
  30 * SECOND,
  MINUTE,
  3 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  15 * MINUTE,
  20 * MINUTE,
  30 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
];

/** A letter that could not be delivered for this long failed for good (RFC 5321, 4.5.4.1 asks for 4–5 days at most). */
export const GIVE_UP_AFTER = 72 * HOUR;

/**
 * Milliseconds until the next attempt, spread by up to a fifth so that a recovering mail server does not get all
 * letters at once; null when the letter is to be given up.
 * @param waited milliseconds since the letter was queued, by the clock that queued it
 */
export function nextPause(waited: number, random: () => number = Math.random): number | null {
  const pause = Math.round(basePause(waited) * (0.9 + 0.2 * random()));
  return waited + pause > GIVE_UP_AFTER ? null : pause;
}

/** By the letter's age and not by its attempts, so that a letter that is sent again starts over. */
function basePause(waited: number): number {
  let planned = 0;
  for (const pause of PAUSES) {
    planned += pause;
    if (waited < planned) return pause;
  }
  return 4 * HOUR;
}
