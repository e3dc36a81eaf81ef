import { expect, it } from 'vitest';
import { dayInWords, daysInWords } from './day-in-words.ts';

it('a day in words: in the zone, with the month in letters', () => {
  expect(dayInWords('2026-03-14', 'en')).toBe('March 14, 2026');
  expect(dayInWords('2026-03-14T23:30:00Z', 'de', 'Asia/Tokyo')).toBe('15. März 2026');
  expect(dayInWords('2026-05-01', 'fr')).toBe('1er mai 2026');
  expect(daysInWords('2026-03-14', '2026-03-14', 'en')).toBe('March 14, 2026');
  expect(() => dayInWords('soon', 'en')).toThrow(RangeError);
});
