import type { Correspondent } from '../../../shared/conversations.ts';
import type { Letter } from '../../../shared/letters.ts';

/** ISO 8601 */
export const letterDate = (letter: Pick<Letter, 'sentAt' | 'createdAt'>): string =>
  letter.sentAt ?? letter.createdAt;

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

const RECENT_DAYS = 30;

export const isRecent = ({ lastLetterAt }: Pick<Correspondent, 'lastLetterAt'>, now = Date.now()): boolean =>
  now - Date.parse(lastLetterAt) < RECENT_DAYS * 24 * 3_600_000;
