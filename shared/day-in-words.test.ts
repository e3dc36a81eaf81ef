import { expect, it } from 'vitest';
import { dayInWords, daysInWords } from './day-in-words.ts';

it('a day in words: in the zone, with the month in letters', () => {
  expect(dayInWords('2026-03-14', 'en')).toBe('March 14, 2026');
  expect(dayInWords('2026-03-14T23:30:00Z', 'de', 'Asia/Tokyo')).toBe('15. März 2026');
  expect(dayInWords('2026-05-01', 'fr')).toBe('1er mai 2026');
  expect(daysInWords('2026-03-14', '2026-03-14', 'en')).toBe('March 14, 2026');
  expect(() => dayInWords('soon', 'en')).toThrow(RangeError);
});

it('days in words: each first of a month is written as one', () => {
  const year = ['2026-12-01', '2027-01-01'] as const;
  const plain = (text: string) => text.replace(/\s/g, ' ');
  expect(plain(daysInWords(...year, 'fr'))).toBe('1er décembre 2026 – 1er janvier 2027');
  expect(plain(daysInWords(...year, 'pt-BR'))).toBe('1º de dezembro de 2026 – 1º de janeiro de 2027');
  expect(daysInWords('2026-12-01', '2026-12-11', 'fr')).toBe('1er–11 décembre 2026');
});
