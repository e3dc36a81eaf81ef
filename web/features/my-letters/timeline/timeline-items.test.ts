import { describe, expect, it } from 'vitest';
import { aLetter, aReply } from '../../../../test/web/letter.ts';
import { sortLetters } from '../letter-dates.ts';
import { mergeTimeline, nextToRead } from './timeline-items.ts';

const at = (day: number) => `2026-03-${String(day).padStart(2, '0')}T12:00:00.000Z`;
const keys = (...given: Parameters<typeof mergeTimeline>) => mergeTimeline(...given).map((item) => item.key);

describe('sortLetters', () => {
  const idsOf = (...letters: Parameters<typeof aLetter>[0][]) =>
    sortLetters(letters.map(aLetter)).map(({ id }) => id);

  it('puts the newest first and, of the same moment, the larger id', () => {
    expect(
      idsOf({ id: 4, createdAt: at(2) }, { id: 9, createdAt: at(1) }, { id: 7, createdAt: at(2) }),
    ).toEqual([7, 4, 9]);
  });

  it('goes by creation, whichever the mail server took first', () => {
    expect(
      idsOf({ id: 1, createdAt: at(1), sentAt: at(9) }, { id: 2, createdAt: at(2), sentAt: at(8) }),
    ).toEqual([2, 1]);
  });

  it('takes a bad date for the oldest, and orders two of them by id', () => {
    expect(idsOf({ id: 1, createdAt: '?' }, { id: 3, createdAt: at(1) }, { id: 2, createdAt: '?' })).toEqual([
      3, 2, 1,
    ]);
  });

  it('leaves the given array as it was', () => {
    const letters = [aLetter({ id: 1, createdAt: at(1) }), aLetter({ id: 2, createdAt: at(2) })];
    sortLetters(letters);
    expect(letters.map((letter) => letter.id)).toEqual([1, 2]);
  });
});

describe('mergeTimeline', () => {
  it('weaves letters and replies, newest first', () => {
    const letters = [aLetter({ id: 1, createdAt: at(1) }), aLetter({ id: 2, createdAt: at(3) })];
    const replies = [aReply({ id: 1, createdAt: at(2) }), aReply({ id: 2, createdAt: at(4) })];
    expect(keys(letters, replies)).toEqual(['reply-2', 'letter-2', 'reply-1', 'letter-1']);
  });

  it('sets a reply above a letter of the same moment, and larger ids first within a kind', () => {
    const letters = [aLetter({ id: 5, createdAt: at(1) }), aLetter({ id: 6, createdAt: at(1) })];
    const replies = [aReply({ id: 1, createdAt: at(1) }), aReply({ id: 2, createdAt: at(1) })];
    expect(keys(letters, replies)).toEqual(['reply-2', 'reply-1', 'letter-6', 'letter-5']);
  });
});

describe('a story read in part', () => {
  const letters = [
    aLetter({ id: 3, createdAt: at(9) }),
    aLetter({ id: 2, createdAt: at(6) }),
    aLetter({ id: 1, createdAt: at(1) }),
  ];
  const replies = [aReply({ id: 2, createdAt: at(8) }), aReply({ id: 1, createdAt: at(5) })];

  it('ends where the list does that reaches less far back', () => {
    expect(keys(letters, replies, { letters: true, replies: true })).toEqual([
      'letter-3',
      'reply-2',
      'letter-2',
      'reply-1',
    ]);
    expect(nextToRead(letters, replies, { letters: true, replies: true })).toBe('replies');
  });

  it('goes to the end of a list that has been read whole', () => {
    expect(keys(letters, replies, { letters: true, replies: false }).at(-1)).toBe('letter-1');
    expect(nextToRead(letters, replies, { letters: true, replies: false })).toBe('letters');
    expect(nextToRead(letters, replies, { letters: false, replies: false })).toBeNull();
  });
});
