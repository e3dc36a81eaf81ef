import { format } from 'date-fns/format';
import { isValid } from 'date-fns/isValid';
import { dayInWords } from '../../shared/day-in-words.ts';
import { withFirstOfMonth } from '../../shared/words.ts';
import { localTimeZone } from '../../templates/parts/time-zone.ts';
import { language, locale, t } from './words.tsx';

/** The month in letters, as in English and as letters themselves are dated. */
export const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };

type DateValue = string | Date | null | undefined;

/** 'Mar 14, 2026 9:12 AM' in the reader's time zone (spec section 9); 'Invalid time' when unreadable (section 8). */
export function formatDateTime(value: DateValue): string {
  return validDate(value, t('Invalid time'), (date) =>
    formatted(date, 'MMM d, yyyy h:mm a', { ...DAY, hour: '2-digit', minute: '2-digit' }),
  );
}

/** 'Mar 14, 2026' in the reader's time zone; 'Invalid date' when unreadable (spec section 8). */
export function formatDate(value: DateValue): string {
  return validDate(value, t('Invalid date'), (date) => formatted(date, 'MMM d, yyyy', DAY));
}

/** @param day `YYYY-MM-DD`, in no time zone; its year is named when the moment's is another */
export function formatDay(day: string, moment: string): string {
  const named = !moment.startsWith(day.slice(0, 4));
  return validDate(day, t('Invalid date'), (date) => dayAndMonth(date, named));
}

/** '4 May', 'Tuesday, 4 May 2027': the day before the month in English, too. @param date is read in UTC */
export function dayAndMonth(
  date: Date,
  withYear: boolean,
  weekday?: Intl.DateTimeFormatOptions['weekday'],
): string {
  const year = withYear ? 'numeric' : undefined;
  const parts = { timeZone: 'UTC', weekday, day: 'numeric', month: 'long', year } as const;
  const format = new Intl.DateTimeFormat(language() === 'en' ? 'en-GB' : locale(), parts);
  return withFirstOfMonth(format.format(date), language());
}

/** 'today', 'tomorrow', 'in 32 days'. In Japanese '32日後', without the space that Unicode's CLDR has there. */
export function formatDaysAhead(days: number): string {
  const ahead = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(days, 'day');
  return language() === 'ja' ? ahead.replace(' ', '') : ahead;
}

export function formatted(date: Date, english: string, parts: Intl.DateTimeFormatOptions): string {
  return language() === 'en'
    ? format(date, english)
    : withFirstOfMonth(new Intl.DateTimeFormat(locale(), parts).format(date), language());
}

/** 'March 14, 2026' in the reader's time zone, where a letter is read (`shared/day-in-words.ts`). */
export const formatLetterDay = (value: DateValue): string =>
  validDate(value, t('Invalid date'), (date) => dayInWords(date, language(), localTimeZone()));

function validDate(value: DateValue, whenInvalid: string, write: (date: Date) => string): string {
  if (value === null || value === undefined || value === '') return t('Date not available');
  const date = new Date(value);
  return isValid(date) ? write(date) : whenInvalid;
}
