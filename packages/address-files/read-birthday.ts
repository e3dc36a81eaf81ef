import { type Birthday, OMITTED_YEAR } from './address-file.ts';

/** Whether the day or the month comes first where both are numbers of one or two digits. */
export type DateOrder = 'day first' | 'month first';

/** Before it a year stands for none: Outlook and Apple write such. */
const EARLIEST_YEAR = 1900;

/** '19461204', '1946-12-04', both also with a time. */
const WHOLE = /^(\d{4})-?(\d\d)-?(\d\d)(?=$|[T\s])/;
/** '--1204', '--12-04'. */
const WITHOUT_YEAR = /^--(\d\d)-?(\d\d)$/;
/** '4.12.', as our own files have it. */
const DAY_AND_MONTH = /^(\d{1,2})\.\s?(\d{1,2})\.$/;
/** Three numbers: '4.12.1946', '12/4/46', '1946. 12. 4.', '1946年12月4日'. */
const NUMBERS = /^(\d{1,4})\D{1,3}(\d{1,2})\D{1,3}(\d{1,4})(?!\d)/;

/** A date of birth as address books write it; null for anything else, as '0/0/00' or 'circa 1800'. */
export function readBirthday(
  text: string,
  order: DateOrder = 'day first',
  now = new Date(),
): Birthday | null {
  const written = text.slice(0, 60).trim();
  const [, year, month, day] = WHOLE.exec(written) ?? [];
  if (year) return birthdayOf(Number(year), Number(month), Number(day), now);
  const [, itsMonth, itsDay] = WITHOUT_YEAR.exec(written) ?? [];
  if (itsMonth) return birthdayOf(OMITTED_YEAR, Number(itsMonth), Number(itsDay), now);
  const [, ownDay, ownMonth] = DAY_AND_MONTH.exec(written) ?? [];
  if (ownDay) return birthdayOf(null, Number(ownMonth), Number(ownDay), now);
  const [, first = '', second = '', third = ''] = NUMBERS.exec(written) ?? [];
  if (first.length > 2) return birthdayOf(Number(first), Number(second), Number(third), now);
  // Only the day comes first where points stand between.
  const [d, m] = order === 'day first' || written.includes('.') ? [first, second] : [second, first];
  return third ? birthdayOf(fullYear(third, now), Number(m), Number(d), now) : null;
}

/** '46' as the last year that ends so. */
function fullYear(digits: string, now: Date): number {
  if (digits.length > 2) return Number(digits);
  const century = Math.floor(now.getFullYear() / 100) * 100;
  const year = century + Number(digits);
  return year > now.getFullYear() ? year - 100 : year;
}

export function birthdayOf(
  year: number | null,
  month: number,
  day: number,
  now = new Date(),
): Birthday | null {
  const known = year !== null && year >= EARLIEST_YEAR && year <= now.getFullYear() ? year : null;
  const date = new Date(Date.UTC(known ?? 2000, month - 1, day));
  const exists = month >= 1 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? { month, day, year: known } : null;
}

/** What the dates of one column tell of their order; where they tell nothing, what is usual in the language. */
export function dateOrderOf(texts: readonly string[], language: string): DateOrder {
  for (const text of texts) {
    const [, first = '', second = ''] = /^(\d{1,2})\/(\d{1,2})\//.exec(text.slice(0, 60)) ?? [];
    if (Number(first) > 12) return 'day first';
    if (Number(second) > 12) return 'month first';
  }
  return /^en(-us)?$/i.test(language) ? 'month first' : 'day first';
}
