import { expect, it } from 'vitest';
import { aCorrespondent } from '../../../test/web/letter.ts';
import { isRecent, newestFirst } from './letter-dates.ts';

const at = (day: number) => `2026-03-${String(day).padStart(2, '0')}T12:00:00.000Z`;

it('newestFirst: ties by larger id first, and what is no date last', () => {
  const entries = [
    { id: 4, at: at(2) },
    { id: 1, at: '?' },
    { id: 9, at: at(1) },
    { id: 7, at: at(2) },
    { id: 2, at: '?' },
  ];
  expect(entries.toSorted(newestFirst).map(({ id }) => id)).toEqual([7, 4, 9, 2, 1]);
});

it('isRecent: true for a letter of the last 30 days', () => {
  const ilse = aCorrespondent({ lastLetterAt: '2026-03-01T00:00:00.000Z' });
  expect(isRecent(ilse, Date.parse('2026-03-30T00:00:00.000Z'))).toBe(true);
  expect(isRecent(ilse, Date.parse('2026-04-01T00:00:00.000Z'))).toBe(false);
});
