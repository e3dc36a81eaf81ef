import { afterEach, expect, it, vi } from 'vitest';
import type { Language } from '../../shared/languages.ts';
import { words } from '../../shared/words.ts';
import { postmarkLines, writtenDay, writtenOnDay } from './written-date.ts';

afterEach(() => vi.restoreAllMocks());

const wordsIn = (language: Language) => words(language, {});

it('dates: by the clocks of the zone, with the day before the month beside a weekday', () => {
  const letter = { writtenOn: new Date('2026-12-31T23:30:00Z'), timeZone: 'Asia/Tokyo' };
  const english = { ...letter, words: wordsIn('en') };
  expect(writtenDay(english)).toBe('January 1, 2027');
  expect(writtenOnDay(english)).toBe('Friday 1 January');
  expect(postmarkLines(english)).toEqual(['1 Jan', '2027']);
  expect(writtenOnDay({ ...letter, words: wordsIn('de') })).toBe('Freitag, 1. Januar');
  expect(() => writtenDay({ ...english, writtenOn: new Date('soon') })).toThrow(RangeError);
});

it('dates: a format that is kept serves all zones, however they are written', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  for (const timeZone of ['Europe/Berlin', 'europe/berlin', 'EUROPE/BERLIN', 'Asia/Tokyo', null])
    writtenOnDay({ writtenOn: new Date('2026-03-14T12:00:00Z'), timeZone, words: wordsIn('nl') });
  // None where another test of this process has made it.
  expect(made.mock.calls.filter(([locale]) => locale === 'nl').length).toBeLessThan(2);
});

it('dates: a zone is looked up once for a list of answers', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  for (let answer = 0; answer < 20; answer++)
    writtenOnDay({ writtenOn: new Date(), timeZone: 'Europe/Rome', words: wordsIn('fr') });
  expect(made.mock.calls.length).toBeLessThan(5);
});
