import type { LetterMail } from '../template.ts';
import { isTimeZone } from './time-zone.ts';

type Dated = Pick<LetterMail, 'writtenOn' | 'timeZone'>;

const formats = new Map<string, Intl.DateTimeFormat>();

/** A kept formatter: making one costs about 0.1 ms. Only the names of known zones are kept, so the map is bounded. */
function formatOf(timeZone: string | null | undefined, parts: Intl.DateTimeFormatOptions) {
  const keyOf = (zone: string) => `${zone} ${JSON.stringify(parts)}`;
  const kept = formats.get(keyOf(timeZone ?? 'UTC'));
  if (kept) return kept;
  const zone = knownZone(timeZone);
  const format = new Intl.DateTimeFormat('en-US', { ...parts, timeZone: zone });
  formats.set(keyOf(zone), format);
  return format;
}

/** UTC for a zone that this machine's data does not know, so that the letter is sent all the same. */
export const knownZone = (timeZone: string | null | undefined) =>
  timeZone && isTimeZone(timeZone) ? timeZone : 'UTC';

/** 'March 14, 2026', the day in the writer's own time zone. Throws RangeError for an invalid date. */
export function writtenDay({ writtenOn, timeZone }: Dated): string {
  return formatOf(timeZone, { year: 'numeric', month: 'long', day: 'numeric' }).format(writtenOn);
}

/** '2026', the year in the writer's own time zone. Throws RangeError for an invalid date. */
export function writtenYear({ writtenOn, timeZone }: Dated): string {
  return formatOf(timeZone, { year: 'numeric' }).format(writtenOn);
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
  const wanted = { weekday: 'long', day: 'numeric', month, year: 'numeric' } as const;
  const parts = formatOf(timeZone, wanted).formatToParts(writtenOn);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return { weekday: part('weekday'), day: part('day'), month: part('month'), year: part('year') };
}
