import { expect, it, vi } from 'vitest';
import { instantOf, isLocalTime, localTimeOf } from './zoned-time.ts';

it.each([
  ['2026-12-24T08:00', 'Europe/Paris', '2026-12-24T07:00:00.000Z', null],
  ['2026-12-24T08:00', 'America/New_York', '2026-12-24T13:00:00.000Z', null],
  ['2027-03-28T02:30', 'Europe/Paris', '2027-03-28T01:30:00.000Z', 'skipped'],
  ['2027-10-31T02:30', 'Europe/Paris', '2027-10-31T00:30:00.000Z', 'twice'],
  ['2027-03-14T02:00', 'America/New_York', '2027-03-14T07:00:00.000Z', 'skipped'],
  ['2027-11-07T01:00', 'America/New_York', '2027-11-07T05:00:00.000Z', 'twice'],
  // Half an hour, and in the other half of the year.
  ['2027-10-03T02:15', 'Australia/Lord_Howe', '2027-10-02T15:45:00.000Z', 'skipped'],
  ['2027-04-04T01:45', 'Australia/Lord_Howe', '2027-04-03T14:45:00.000Z', 'twice'],
  ['2026-12-31T23:45', 'Pacific/Kiritimati', '2026-12-31T09:45:00.000Z', null],
  ['2027-01-01T00:00', 'Asia/Kathmandu', '2026-12-31T18:15:00.000Z', null],
])('instantOf: %s in %s is %s', (local, zone, instant, change) => {
  expect(instantOf(local, zone)).toEqual({ instant: new Date(instant), change });
});

it('instantOf: in every zone, a moment of every month comes back as itself or as its first twin', () => {
  const wrong: string[] = [];
  for (const [at, zone] of Intl.supportedValuesOf('timeZone').entries()) {
    const moment = new Date(Date.UTC(2026 + (at % 4), at % 12, 1 + (at % 28), (at * 7) % 24, (at * 13) % 60));
    const local = localTimeOf(moment, zone);
    const { instant, change } = instantOf(local, zone);
    const same = instant.getTime() === moment.getTime();
    if (localTimeOf(instant, zone) !== local || !(same || (change === 'twice' && instant < moment)))
      wrong.push(`${zone} ${moment.toISOString()}`);
  }
  expect(wrong).toEqual([]);
});

it.each([
  '',
  '2026-02-30T08:00',
  '2026-12-24',
  '2026-12-24T24:00',
  '2026-12-24T08:00:00',
  '24.12.2026 08:00',
])('isLocalTime: %j is none', (text) => {
  expect(isLocalTime(text)).toBe(false);
  expect(() => instantOf(text, 'UTC')).toThrow(RangeError);
});

it('zoned time: many times of one zone are told by one format, which is slow to make', () => {
  localTimeOf(new Date(0), 'UTC'); // so that no other test of this process has left the format of Tokyo
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  const days = Array.from({ length: 50 }, (_, day) => localTimeOf(new Date(day * 86_400_000), 'Asia/Tokyo'));
  expect(days.at(-1)).toBe('1970-02-19T09:00');
  expect(made).toHaveBeenCalledTimes(1);
  made.mockRestore();
});
