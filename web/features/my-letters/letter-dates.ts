import type { Correspondent } from '../../../shared/conversations.ts';
import type { Letter } from '../../../shared/letters.ts';

/** The date shown on a letter, ISO 8601: when it was sent, or when it was created while it is not sent. */
export function letterDate(letter: Pick<Letter, 'sentAt' | 'createdAt'>): string {
  return letter.sentAt ?? letter.createdAt;
}

/** Milliseconds since the epoch; -Infinity for a text that is no date, so that it sorts as the oldest. */
export function timeOf(date: string): number {
  const time = Date.parse(date);
  return Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time;
}

/** Order for `sort`: newest first, ties by larger id first (spec section 7). */
export function newestFirst(a: { at: string; id: number }, b: { at: string; id: number }): number {
  const [timeA, timeB] = [timeOf(a.at), timeOf(b.at)];
  return timeA === timeB ? b.id - a.id : timeB > timeA ? 1 : -1;
}

/**
 * A new array of the same letters, newest first, ties by larger id first. Sorted by creation: the order in which the
 * mail server accepts letters may differ from the order in which they were written.
 */
export function sortLetters<L extends Pick<Letter, 'id' | 'createdAt'>>(letters: readonly L[]): L[] {
  return letters.toSorted((a, b) =>
    newestFirst({ at: a.createdAt, id: a.id }, { at: b.createdAt, id: b.id }),
  );
}

const RECENT_DAYS = 30;

/** True when the latest letter to the recipient was created within the last 30 days. */
export function isRecent({ lastLetterAt }: Pick<Correspondent, 'lastLetterAt'>, now = Date.now()): boolean {
  return now - Date.parse(lastLetterAt) < RECENT_DAYS * 24 * 3_600_000;
}
