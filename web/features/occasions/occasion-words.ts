import type { Occasion } from '../../../shared/occasions.ts';

const DAY_AND_MONTH = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long' });

/** '4 December 1946', without the year when it is not known */
export function dateInWords({ month, day, year }: Pick<Occasion, 'month' | 'day' | 'year'>): string {
  // In a year that has every day.
  const date = new Date(Date.UTC(2000, month - 1, day));
  return `${DAY_AND_MONTH.format(date)}${year === null ? '' : ` ${year}`}`;
}

export const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long' }).format(Date.UTC(2000, month, 1)),
);

/** When the mail may come, by days before. */
export const REMIND: readonly [days: number | null, words: string][] = [
  [0, 'A mail on the day'],
  [3, 'A mail 3 days before'],
  [7, 'A mail a week before'],
  [14, 'A mail 2 weeks before'],
  [30, 'A mail 30 days before'],
  [null, 'No mail'],
];
