import { describe, expect, it } from 'vitest';
import { aCorrespondent, testLetter } from '../../../test/web/letter.ts';
import { isRecent, sortLetters } from './letter-dates.ts';

const at = (day: number) => `2026-03-${String(day).padStart(2, '0')}T12:00:00.000Z`;

describe('sortLetters', () => {
  const idsOf = (...letters: Parameters<typeof testLetter>[0][]) =>
    sortLetters(letters.map(testLetter)).map(({ id }) => id);

  it('sorts newest first, ties by larger id first', () => {
    expect(
      idsOf({ id: 4, createdAt: at(2) }, { id: 9, createdAt: at(1) }, { id: 7, createdAt: at(2) }),
    ).toEqual([7, 4, 9]);
  });

  it('sorts by creation, not by sending', () => {
    expect(
      idsOf({ id: 1, createdAt: at(1), sentAt: at(9) }, { id: 2, createdAt: at(2), sentAt: at(8) }),
    ).toEqual([2, 1]);
  });

  it('sorts invalid dates last, by id', () => {
    expect(idsOf({ id: 1, createdAt: '?' }, { id: 3, createdAt: at(1) }, { id: 2, createdAt: '?' })).toEqual([
      3, 2, 1,
    ]);
  });

  it('does not change the given array', () => {
    const letters = [testLetter({ id: 1, createdAt: at(1) }), testLetter({ id: 2, createdAt: at(2) })];
    sortLetters(letters);
    expect(letters.map((letter) => letter.id)).toEqual([1, 2]);
  });
});

it('isRecent: true for a letter of the last 30 days', () => {
  const ilse = aCorrespondent({ lastLetterAt: '2026-03-01T00:00:00.000Z' });
  expect(isRecent(ilse, Date.parse('2026-03-30T00:00:00.000Z'))).toBe(true);
  expect(isRecent(ilse, Date.parse('2026-04-01T00:00:00.000Z'))).toBe(false);
});
