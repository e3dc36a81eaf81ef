import { afterEach, expect, it, vi } from 'vitest';
import { firstKnownZone } from '../../lib/time-zones.ts';
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
    const { arrival, change } = arrivalAt(local, 'Europe/Paris');
    return clockChangeInWords(change, arrival);
  };
  expect(said('2027-03-28T02:30')).toBe(
    'The clocks go forward in Paris then, and there is no 2:30: it arrives at 3:30.',
  );
  expect(said('2027-10-31T02:30')).toBe(
    'The clocks go back in Paris then, and 2:30 comes twice: it arrives the first time.',
  );
  expect(said('2027-03-29T02:30')).toBeNull();
});

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
