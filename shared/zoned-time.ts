import { DAY_MS } from './durations.ts';

/** 'YYYY-MM-DDTHH:MM', a time by the clocks of some place. */
const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/** Milliseconds of a local time as if it were one of UTC; null for a text or a date that is none, as 30 February. */
function wallTime(local: string): number | null {
  if (!LOCAL_TIME.test(local)) return null;
  const wall = Date.parse(`${local}Z`);
  return Number.isNaN(wall) || new Date(wall).toISOString().slice(0, local.length) !== local ? null : wall;
}

export const isLocalTime = (text: string): boolean => wallTime(text) !== null;

/** With seconds, as if it were a time of UTC, in milliseconds. */
function clockOf(zone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (instant) => {
    const part: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(instant)) part[type] = Number(value);
    const { year = 0, month = 1, day, hour, minute, second } = part;
    return Date.UTC(year, month - 1, day, hour, minute, second);
  };
}

let latest: { zone: string; clock: (instant: number) => number } | null = null;

/** To the minute. @param zone IANA name */
export function localTimeOf(instant: Date, zone: string): string {
  // A format takes a twentieth of a millisecond to make, and a list of answers asks for one zone again and again.
  if (latest?.zone !== zone) latest = { zone, clock: clockOf(zone) };
  return new Date(latest.clock(instant.getTime())).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);
}

/** A local time does not exist that day, or comes twice. */
export type ClockChange = 'skipped' | 'twice' | null;

/**
 * A skipped time is moved forward; of one that comes twice it is the first (RFC 5545, 3.3.5).
 * @param local 'YYYY-MM-DDTHH:MM'
 * @param zone IANA name
 * @throws RangeError for a text that is no local time or no zone
 */
export function instantOf(local: string, zone: string): { instant: Date; change: ClockChange } {
  const wall = wallTime(local);
  if (wall === null) throw new RangeError(`Not a local time: ${local}`);
  const clock = clockOf(zone);
  // The offsets of the day before and the day after: no zone changes its clocks twice within two days.
  const tried = [wall - DAY_MS, wall + DAY_MS].map((near) => wall - (clock(near) - near));
  const fits = tried.filter((instant) => clock(instant) === wall);
  const twice = fits.length === 2 && fits[0] !== fits[1];
  return {
    instant: new Date(fits.length > 0 ? Math.min(...fits) : Math.max(...tried)),
    change: fits.length === 0 ? 'skipped' : twice ? 'twice' : null,
  };
}
