const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pause before the second, third… attempt; the last one repeats. */
const PAUSES = [
  10 * SECOND,
  30 * SECOND,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
];

/** A letter that could not be delivered for this long failed for good (RFC 5321, 4.5.4.1 asks for 4–5 days at most). */
export const GIVE_UP_AFTER = 72 * HOUR;

/**
 * Milliseconds until the next attempt, spread by up to a fifth so that a recovering mail server is not met by
 * all letters at once; null when the letter's time is over.
 * @param attempts attempts made so far, 1 or more
 */
export function nextPause(
  attempts: number,
  queuedAt: Date,
  now: Date,
  random: () => number = Math.random,
): number | null {
  const base = PAUSES[Math.min(attempts, PAUSES.length) - 1] ?? 4 * HOUR;
  const pause = Math.round(base * (0.9 + 0.2 * random()));
  return now.getTime() + pause - queuedAt.getTime() > GIVE_UP_AFTER ? null : pause;
}
