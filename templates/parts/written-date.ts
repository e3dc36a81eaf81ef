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
