import { dateFormat, dayInWords } from '../../shared/day-in-words.ts';
import { weekdayBesideDay, withFirstOfMonth } from '../../shared/words.ts';
import type { LetterMail } from '../template.ts';
import { isTimeZone } from './time-zone.ts';

type Dated = Pick<LetterMail, 'writtenOn' | 'timeZone' | 'words'>;

const formatOf = ({ timeZone, words }: Dated, parts: Intl.DateTimeFormatOptions) =>
  dateFormat(words.language, { ...parts, timeZone: knownZone(timeZone) });

/** UTC for a zone that this machine's data does not know, so that the letter is sent all the same. */
export const knownZone = (timeZone: string | null | undefined) =>
  timeZone && isTimeZone(timeZone) ? timeZone : 'UTC';

/** 'March 14, 2026', in the writer's own time zone. @throws RangeError for an invalid date */
export function writtenDay(letter: Dated): string {
  return dayInWords(letter.writtenOn, letter.words.language, knownZone(letter.timeZone));
}

export function writtenYear(letter: Dated): string {
  return formatOf(letter, { year: 'numeric' }).format(letter.writtenOn);
}

/** 'Sunday 22 November'. */
export function writtenOnDay(letter: Dated): string {
  const format = formatOf(letter, {
    weekday: weekdayBesideDay(letter.words.language),
    day: 'numeric',
    month: 'long',
  });
  if (letter.words.language !== 'en')
    return withFirstOfMonth(format.format(letter.writtenOn), letter.words.language);
  const { weekday, day, month } = partsOf(format, letter);
  return `${weekday} ${day} ${month}`;
}

/** '14 Mar' and '2026'. */
export function postmarkLines(letter: Dated): [day: string, year: string] {
  const format = formatOf(letter, { day: 'numeric', month: 'short' });
  const { day, month } = partsOf(format, letter);
  const inEnglish = letter.words.language === 'en';
  return [
    inEnglish ? `${day} ${month}` : withFirstOfMonth(format.format(letter.writtenOn), letter.words.language),
    writtenYear(letter),
  ];
}

const partsOf = (format: Intl.DateTimeFormat, { writtenOn }: Dated): Record<string, string> =>
  Object.fromEntries(format.formatToParts(writtenOn).map(({ type, value }) => [type, value]));
