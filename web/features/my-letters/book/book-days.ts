import { withFirstOfMonth } from '../../../../shared/words.ts';
import { dayFirst } from '../../../lib/dates.ts';
import { language } from '../../../lib/words.tsx';

/** Noon, so that no change of clocks moves it to another day. @param day 'YYYY-MM-DD' */
const dateOf = (day: string) => new Date(`${day}T12:00:00`);

const format = (parts: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(dayFirst(), parts);

/** '14 March 2026' */
export const longDay = (day: string): string =>
  withFirstOfMonth(
    format({ day: 'numeric', month: 'long', year: 'numeric' }).format(dateOf(day)),
    language(),
  );

/** '14 March 2024 – 2 November 2026', or the day alone when both are the same */
export const longDays = (first: string, last: string): string =>
  format({ day: 'numeric', month: 'long', year: 'numeric' }).formatRange(dateOf(first), dateOf(last));
