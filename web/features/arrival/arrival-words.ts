import type { Arrival } from '../../../shared/arrival.ts';
import { weekdayBesideDay } from '../../../shared/words.ts';
import { type ClockChange, instantOf, localTimeOf } from '../../../shared/zoned-time.ts';
import { knownZone } from '../../../templates/parts/written-date.ts';
import { cityOf } from '../../lib/city-of.ts';
import { dayAndMonth, formatDaysAhead } from '../../lib/dates.ts';
import { ownZone } from '../../lib/time-zones.ts';
import { language, locale, t } from '../../lib/words.tsx';

/** '8:00'. @param time 'HH:MM' */
export function timeInWords(time: string): string {
  if (language() === 'en') return time.replace(/^0/, '');
  const format = new Intl.DateTimeFormat(locale(), { timeZone: 'UTC', timeStyle: 'short' });
  return format.format(new Date(`2000-01-01T${time}Z`));
}

/** Parts such as '8:00' and 'Thursday 24 December', with the year when that is not this one's. */
function wordsOf(local: string, now: Date): { time: string; day: string } {
  const day = dayOf(local, now, weekdayBesideDay(language()));
  return {
    time: timeInWords(local.slice(11)),
    // Some browsers write a comma after an English weekday.
    day: language() === 'en' ? day.replace(',', '') : day,
  };
}

/** 'Thursday 24 December, 8:00 in Paris' */
export function arrivalInWords({ local, zone }: Arrival, now = new Date()): string {
  const { time, day } = wordsOf(local, now);
  return t('{day}, {time} in {city}', { day, time, city: cityOf(zone) });
}

/** '24 December', with the year when that is not this one's. */
export const arrivalDayInWords = ({ local }: Arrival): string => dayOf(local, new Date());

function dayOf(local: string, now: Date, weekday?: Intl.DateTimeFormatOptions['weekday']): string {
  const date = new Date(`${local}Z`);
  return dayAndMonth(date, date.getUTCFullYear() !== now.getFullYear(), weekday);
}

/** '2:00 where you are', with the day where it is another one; null when the clocks show the same there. */
export function ownTimeInWords({ local, at }: Arrival, zone = ownZone(), now = new Date()): string | null {
  const own = localTimeOf(new Date(at), zone);
  if (own === local) return null;
  const { time, day } = wordsOf(own, now);
  return own.slice(0, 10) === local.slice(0, 10)
    ? t('{time} where you are', { time })
    : t('{day}, {time} where you are', { day, time });
}

/** Null when the clocks do nothing to the chosen time `local`. */
export function clockChangeInWords(change: ClockChange, local: string, zone: string): string | null {
  const where = { city: cityOf(zone), time: timeInWords(local.slice(11)) };
  if (change === 'twice')
    return t('The clocks go back in {city} then, and {time} comes twice: it arrives the first time.', where);
  return change && t('The clocks go forward in {city} then, and there is no {time}.', where);
}

/** 'today', 'tomorrow', 'in 32 days', counted where it arrives. */
export function daysLeft({ local, zone }: Arrival, now = new Date()): string {
  const dayNumber = (time: string) => Date.parse(time.slice(0, 10)) / 86_400_000;
  return formatDaysAhead(Math.max(0, dayNumber(local) - dayNumber(localTimeOf(now, knownZone(zone)))));
}

/** The arrival at a chosen time, or at the next one that the clocks show. */
export function arrivalAt(local: string, zone: string): { arrival: Arrival; change: ClockChange } {
  const { instant, change } = instantOf(local, zone);
  return { arrival: { local: localTimeOf(instant, zone), zone, at: instant.toISOString() }, change };
}
