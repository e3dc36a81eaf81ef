import type { Occasion } from '../../../shared/occasions.ts';
import { dayAndMonth } from '../../lib/dates.ts';
import { locale, n, t } from '../../lib/words.tsx';

/** '4 December 1946', without the year when it is not known */
export function dateInWords({ month, day, year }: Pick<Occasion, 'month' | 'day' | 'year'>): string {
  // An unknown year is replaced by 2000, a leap year, which has every day.
  const date = new Date(Date.UTC(2000, month - 1, day));
  if (year !== null) date.setUTCFullYear(year);
  return dayAndMonth(date, year !== null);
}

/** The number in a text, also in full-width or Arabic digits: '１２', '١٢'. */
export const numberIn = (text: string): number =>
  Number(text.normalize('NFKC').replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) % 16)));

export function monthNames(): string[] {
  const format = new Intl.DateTimeFormat(locale(), { timeZone: 'UTC', month: 'long' });
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2000, month, 1)));
}

/** Choices of how many days before the occasion to mail; null for no mail. */
export const REMINDERS: readonly (number | null)[] = [0, 3, 7, 14, 30, null];

/** @param days before the occasion; null for no mail */
export function reminderInWords(days: number | null): string {
  if (days === null) return t('No mail');
  if (days === 0) return t('A mail on the day');
  if (days === 7) return t('A mail a week before');
  if (days === 14) return t('A mail 2 weeks before');
  return n(days, 'A mail 1 day before', 'A mail {n} days before');
}
