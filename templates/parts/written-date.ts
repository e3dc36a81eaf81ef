import type { LetterMail } from '../template.ts';
import { isTimeZone } from './time-zone.ts';

type Dated = Pick<LetterMail, 'writtenOn' | 'timeZone'>;

/** UTC for a zone that this machine's data does not know, so that the letter is sent all the same. */
export const knownZone = (timeZone: string | null | undefined) =>
  timeZone && isTimeZone(timeZone) ? timeZone : 'UTC';

/** 'March 14, 2026', the day in the writer's own time zone. Throws RangeError for an invalid date. */
export function writtenDay({ writtenOn, timeZone }: Dated): string {
  const day = { year: 'numeric', month: 'long', day: 'numeric', timeZone: knownZone(timeZone) } as const;
  return new Intl.DateTimeFormat('en-US', day).format(writtenOn);
}

/** '2026', the year in the writer's own time zone. Throws RangeError for an invalid date. */
export function writtenYear({ writtenOn, timeZone }: Dated): string {
  return new Intl.DateTimeFormat('en-US', { year: 'numeric', timeZone: knownZone(timeZone) }).format(
    writtenOn,
  );
}

/** 'Sunday 22 November', in the writer's own time zone. Throws RangeError for an invalid date. */
export function writtenOnDay(letter: Dated): string {
  const { weekday, day, month } = dayParts(letter, 'long');
  return `${weekday} ${day} ${month}`;
}

/** 'Nov', '22' and '2026', for a postmark. Throws RangeError for an invalid date. */
export function dayParts(
  { writtenOn, timeZone }: Dated,
  month: 'long' | 'short',
): Record<'weekday' | 'day' | 'month' | 'year', string> {
  const parts = new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    day: 'numeric',
    month,
    year: 'numeric',
    timeZone: knownZone(timeZone),
  }).formatToParts(writtenOn);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return { weekday: part('weekday'), day: part('day'), month: part('month'), year: part('year') };
}
