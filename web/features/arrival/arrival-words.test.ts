import { afterEach, expect, it, vi } from 'vitest';
import { shortKey } from '../../../packages/words/catalogue.ts';
import type { Arrival } from '../../../shared/arrival.ts';
import { MINUTE_MS } from '../../../shared/durations.ts';
import { type ClockChange, localTimeOf } from '../../../shared/zoned-time.ts';
import { cityOf } from '../../lib/city-of.ts';
import { firstKnownZone } from '../../lib/time-zones.ts';
import { addWords } from '../../lib/words.tsx';
import { arrivalAt, arrivalInWords, clockChangeInWords, daysLeft, ownTimeInWords } from './arrival-words.ts';

const now = new Date('2026-11-22T12:00:00Z');

afterEach(() => vi.restoreAllMocks());

it.each([
  ['2026-12-24T08:00', 'Europe/Paris', 'Thursday 24 December, 8:00 in Paris', '2:00 where you are'],
  ['2026-12-24T20:30', 'America/New_York', 'Thursday 24 December, 20:30 in New York', null],
  [
    '2027-01-01T00:15',
    'Asia/Tokyo',
    'Friday 1 January 2027, 0:15 in Tokyo',
    'Thursday 31 December, 10:15 where you are',
  ],
])('arrival: %s in %s is said in both places’ time', (local, zone, there, here) => {
  const { arrival } = arrivalAt(local, zone);
  expect(arrivalInWords(arrival, now)).toBe(there);
  expect(ownTimeInWords(arrival, 'America/New_York', now)).toBe(here);
});

it('arrival: a change of the clocks is said in a sentence', () => {
  const said = (local: string) => {
    return clockChangeInWords(arrivalAt(local, 'Europe/Paris').change, local, 'Europe/Paris');
  };
  expect(said('2027-03-28T02:30')).toBe('The clocks go forward in Paris then, and there is no 2:30.');
  expect(said('2027-10-31T02:30')).toBe(
    'The clocks go back in Paris then, and 2:30 comes twice: it arrives the first time.',
  );
  expect(said('2027-03-29T02:30')).toBeNull();
});

it('arrival: a city is named in the reader’s language where that has a name of its own', () => {
  addWords('it', { [shortKey('Europe/Rome')]: 'Roma' });
  expect(['Europe/Rome', 'America/New_York'].map(cityOf)).toEqual(['Roma', 'New York']);
  addWords('en', {});
  expect(cityOf('Europe/Rome')).toBe('Rome');
});

/** One of each rule that changes the clocks. */
const ZONES = [
  ...['Africa/Cairo', 'America/Anchorage', 'America/Chicago', 'America/Denver'],
  ...['America/Halifax', 'America/Havana', 'America/Los_Angeles', 'America/New_York', 'America/Nuuk'],
  ...['America/Santiago', 'America/St_Johns', 'Asia/Beirut', 'Asia/Jerusalem', 'Atlantic/Azores'],
  ...['Australia/Adelaide', 'Australia/Lord_Howe', 'Australia/Sydney', 'Europe/Athens', 'Europe/Chisinau'],
  ...['Europe/London', 'Europe/Paris', 'Pacific/Auckland', 'Pacific/Chatham', 'Pacific/Norfolk'],
];

it.each(ZONES)(
  'arrival: around both changes of the clocks of 2027 in %s, what is said is the moment it is sent',
  (zone) => {
    const format = new Intl.DateTimeFormat('en-GB', {
      ...{ timeZone: zone, hourCycle: 'h23', hour: 'numeric', minute: '2-digit' },
      ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
    });
    const said = ({ at }: Arrival) => {
      const parts = format.formatToParts(Date.parse(at)).map(({ type, value }) => [type, value]);
      const { weekday, day, month, year, hour, minute } = Object.fromEntries(parts);
      return `${weekday} ${day} ${month} ${year}, ${Number(hour)}:${minute} in ${cityOf(zone)}`;
    };
    const changes = changesOf2027(zone);
    expect(changes).toHaveLength(2);
    for (const wall of changes) {
      const found = new Set<ClockChange>();
      for (let minutes = -180; minutes <= 180; minutes += 15) {
        const local = new Date(wall + minutes * MINUTE_MS).toISOString().slice(0, 16);
        const { arrival, change } = arrivalAt(local, zone);
        expect(arrivalInWords(arrival, now)).toBe(said(arrival));
        if (change !== 'skipped') expect(arrival.local).toBe(local);
        found.add(change);
      }
      expect([...found].sort()).toEqual([null, expect.stringMatching(/skipped|twice/)]);
    }
  },
);

/** What the clocks show, as if in UTC, when they are about to change: twice in 2027. */
function changesOf2027(zone: string): number[] {
  const offset = (at: number) => Date.parse(`${localTimeOf(new Date(at), zone)}Z`) - at;
  const changes: number[] = [];
  const week = 7 * 24 * 60 * MINUTE_MS;
  for (let from = Date.UTC(2027, 0, 1); from < Date.UTC(2028, 0, 1); from += week) {
    if (offset(from) === offset(from + week)) continue;
    let [before, after] = [from, from + week];
    while (after - before > MINUTE_MS) {
      const between = Math.floor((before + after) / 2 / MINUTE_MS) * MINUTE_MS;
      if (offset(between) === offset(from)) before = between;
      else after = between;
    }
    changes.push(after + offset(from));
  }
  return changes;
}

it('arrival: days are counted where it arrives', () => {
  const of = (local: string, zone: string) => daysLeft(arrivalAt(local, zone).arrival, now);
  expect(of('2026-12-24T08:00', 'Europe/Paris')).toBe('in 32 days');
  expect(of('2026-11-23T00:30', 'Europe/Paris')).toBe('tomorrow');
  // There it is the 23rd already.
  expect(of('2026-11-23T23:00', 'Pacific/Kiritimati')).toBe('today');
});

it('arrival: a zone that the browser does not know, its own or a record’s, is read as UTC', () => {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
    this: Intl.DateTimeFormat,
  ) {
    return { ...resolvedOptions.call(this), timeZone: 'Etc/Unknown' };
  });
  const { arrival } = arrivalAt('2026-12-24T08:00', 'Europe/Paris');
  expect(ownTimeInWords(arrival, undefined, now)).toBe('7:00 where you are');
  expect(daysLeft({ ...arrival, zone: 'Atlantis/Poseidonis' }, now)).toBe('in 32 days');
  expect(firstKnownZone('Atlantis/Poseidonis', 'Europe/Paris')).toBe('Europe/Paris');
  expect(firstKnownZone(null)).toBe('UTC');
});
