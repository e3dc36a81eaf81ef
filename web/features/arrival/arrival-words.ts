import type { Arrival } from '../../../shared/arrival.ts';
import { type ClockChange, instantOf, localTimeOf } from '../../../shared/zoned-time.ts';
import { knownZone } from '../../../templates/parts/written-date.ts';
import { cityOf, ownZone } from '../../lib/time-zones.ts';

/** A local time's parts in words: '8:00', 'Thursday 24 December', with the year when that is not this one's. */
function wordsOf(local: string, now: Date): { time: string; day: string } {
  const date = new Date(`${local}Z`);
  const year = date.getUTCFullYear() === now.getFullYear() ? undefined : 'numeric';
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year,
  });
  return {
    time: `${date.getUTCHours()}:${local.slice(14)}`,
    day: format.format(date).replace(',', ''),
  };
}

/** 'Thursday 24 December, 8:00 in Paris' */
export function arrivalInWords({ local, zone }: Arrival, now = new Date()): string {
  const { time, day } = wordsOf(local, now);
  return `${day}, ${time} in ${cityOf(zone)}`;
}

/** '2:00 where you are', with the day where it is another one; null when the clocks show the same there. */
export function ownTimeInWords({ local, at }: Arrival, zone = ownZone(), now = new Date()): string | null {
  const own = localTimeOf(new Date(at), zone);
  if (own === local) return null;
  const { time, day } = wordsOf(own, now);
  return own.slice(0, 10) === local.slice(0, 10) ? `${time} where you are` : `${day}, ${time} where you are`;
}

/** What a change of the clocks does to a chosen time; null when nothing. @param local that time */
export function clockChangeInWords(change: ClockChange, local: string, zone: string): string | null {
  const chosen = wordsOf(local, new Date()).time;
  if (change === 'twice')
    return `The clocks go back in ${cityOf(zone)} then, and ${chosen} comes twice: it arrives the first time.`;
  return change && `The clocks go forward in ${cityOf(zone)} then, and there is no ${chosen}.`;
}

/** 'today', 'tomorrow', 'in 32 days', counted where it arrives. */
export function daysLeft({ local, zone }: Arrival, now = new Date()): string {
  const dayNumber = (time: string) => Date.parse(time.slice(0, 10)) / 86_400_000;
  const days = dayNumber(local) - dayNumber(localTimeOf(now, knownZone(zone)));
  if (days <= 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}

/** The arrival at a chosen time, or at the next one that the clocks show, and what they do then. */
export function arrivalAt(local: string, zone: string): { arrival: Arrival; change: ClockChange } {
  const { instant, change } = instantOf(local, zone);
  return { arrival: { local: localTimeOf(instant, zone), zone, at: instant.toISOString() }, change };
}
