import { afterEach, expect, it } from 'vitest';
import { shortKey } from '../../packages/words/catalogue.ts';
import { formatDate, formatDateTime, formatDay, formatDaysAhead } from './dates.ts';
import { addWords } from './words.tsx';

const morning = new Date(2026, 2, 14, 9, 12);

afterEach(() => addWords('en', {}));

it('formats dates and times as the specification says', () => {
  expect(formatDateTime(morning)).toBe('Mar 14, 2026 9:12 AM');
  expect(formatDateTime(morning.toISOString())).toBe('Mar 14, 2026 9:12 AM');
  expect(formatDateTime(new Date(2026, 2, 14, 21, 5))).toBe('Mar 14, 2026 9:05 PM');
  expect(formatDate(morning)).toBe('Mar 14, 2026');
});

it('returns the messages of the specification for missing and invalid dates', () => {
  expect(formatDateTime(null)).toBe('Date not available');
  expect(formatDate(undefined)).toBe('Date not available');
  expect(formatDateTime('')).toBe('Date not available');
  expect(formatDate('soon')).toBe('Invalid date');
  expect(formatDateTime('soon')).toBe('Invalid time');
});

it('writes dates as another language does', () => {
  addWords('de', { [shortKey('Invalid date')]: 'Ungültiges Datum' });
  expect(formatDateTime(morning)).toBe('14. März 2026, 09:12');
  expect(formatDate(morning)).toBe('14. März 2026');
  expect(formatDay('2027-05-04', '2026-12-24')).toBe('4. Mai 2027');
  expect(formatDaysAhead(1)).toBe('morgen');
  expect(formatDate('soon')).toBe('Ungültiges Datum');
});

it('names a day first, with its year when that is another one', () => {
  expect(formatDay('2026-09-04', '2026-12-24')).toBe('4 September');
  expect(formatDay('2027-05-04', '2026-12-24')).toBe('4 May 2027');
  expect([0, 1, 2, 32].map(formatDaysAhead)).toEqual(['today', 'tomorrow', 'in 2 days', 'in 32 days']);
});
