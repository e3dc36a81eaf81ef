import type { Letter } from '../../../shared/letters.ts';

/** The date on a letter, as an ISO 8601 text: when it was sent, or was created while it has not left. */
export function letterDate(letter: Pick<Letter, 'sentAt' | 'createdAt'>): string {
  return letter.sentAt ?? letter.createdAt;
}

/** Milliseconds since the epoch; a text that is no date sorts as the oldest of all. */
export function timeOf(moment: string): number {
  const time = Date.parse(moment);
  return Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time;
}

/** Order for `sort`: newest first, ties by larger id first (spec section 7). */
export function newestFirst(a: { at: string; id: number }, b: { at: string; id: number }): number {
  const [timeA, timeB] = [timeOf(a.at), timeOf(b.at)];
  return timeA === timeB ? b.id - a.id : timeB > timeA ? 1 : -1;
}

/**
 * A new array of the same letters, newest first, ties by larger id first. Their age counts from their creation:
 * of two letters written one after the other, the first may well be the last that the mail server takes.
 */
export function sortLetters<L extends Pick<Letter, 'id' | 'createdAt'>>(letters: readonly L[]): L[] {
  return letters.toSorted((a, b) =>
    newestFirst({ at: a.createdAt, id: a.id }, { at: b.createdAt, id: b.id }),
  );
}
