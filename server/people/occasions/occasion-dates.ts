import { DAY_MS } from '../../../shared/durations.ts';
import type { Occasion } from '../../../shared/occasions.ts';
import type { Words } from '../../../shared/words.ts';

type Yearly = Pick<Occasion, 'month' | 'day'>;

/** 'YYYY-MM-DD'; 29 February is the 28th where there is none. */
function dateIn({ month, day }: Yearly, year: number): string {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1, Math.min(day, last))).toISOString().slice(0, 10);
}

/** @param today 'YYYY-MM-DD' */
export function nextDate(occasion: Yearly, today: string): string {
  const year = Number(today.slice(0, 4));
  const date = dateIn(occasion, year);
  return date >= today ? date : dateIn(occasion, year + 1);
}

export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** `month * 100 + day` of each day from a day on, with 29 February where the 28th stands for it. */
export function monthDaysFrom(today: string, days: number): number[] {
  return Array.from({ length: days + 1 }, (_, ahead) => new Date(Date.parse(today) + ahead * DAY_MS)).flatMap(
    (date) => {
      const monthDay = (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
      return monthDay === 228 ? [228, 229] : [monthDay];
    },
  );
}

/** 'Ilse’s birthday', or the words of the day with the name. */
export const nameOfOccasion = (
  { kind, label }: Pick<Occasion, 'kind' | 'label'>,
  name: string,
  { t }: Words,
): string => (kind === 'birthday' ? t('{name}’s birthday', { name }) : `${label} (${name})`);
