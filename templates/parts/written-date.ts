import { dateFormat, dayInWords } from '../../shared/day-in-words.ts';
import { weekdayBesideDay, withFirstOfMonth } from '../../shared/words.ts';
import { localTimeOf } from '../../shared/zoned-time.ts';
import type { LetterMail } from '../template.ts';
import { isTimeZone } from './time-zone.ts';

type Dated = Pick<LetterMail, 'writtenOn' | 'timeZone' | 'words'>;

/** UTC for a zone that this machine's data does not know, so that the letter is sent all the same. */
export const knownZone = (timeZone: string | null | undefined) =>
  timeZone && isTimeZone(timeZone) ? timeZone : 'UTC';

/** As if it were a time of UTC: kept formats of all zones, in any case of their letters, would fill the memory. */
const clockAt = ({ writtenOn, timeZone }: Dated) =>
  new Date(`${localTimeOf(writtenOn, knownZone(timeZone))}Z`);

/** 'March 14, 2026', in the writer's own time zone. @throws RangeError for an invalid date */
export const writtenDay = (letter: Dated): string => dayInWords(clockAt(letter), letter.words.language);

export const writtenYear = (letter: Dated): string =>
  dateFormat(letter.words.language, { year: 'numeric', timeZone: 'UTC' }).format(clockAt(letter));

/** 'Sunday 22 November'. */
export const writtenOnDay = (letter: Dated): string =>
  written(letter, { weekday: weekdayBesideDay(letter.words.language), day: 'numeric', month: 'long' });

/** '14 Mar' and '2026'. */
export const postmarkLines = (letter: Dated): [day: string, year: string] => [
  written(letter, { day: 'numeric', month: 'short' }),
  writtenYear(letter),
];

/** The day before the month in English, too. */
function written(letter: Dated, parts: Intl.DateTimeFormatOptions): string {
  const { language } = letter.words;
  const format = dateFormat(language, { ...parts, timeZone: 'UTC' });
  if (language !== 'en') return withFirstOfMonth(format.format(clockAt(letter)), language);
  const named = format.formatToParts(clockAt(letter)).map(({ type, value }) => [type, value]);
  const { weekday, day, month } = Object.fromEntries(named);
  return [weekday, day, month].filter(Boolean).join(' ');
}
