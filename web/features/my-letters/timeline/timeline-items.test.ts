import { describe, expect, it } from 'vitest';
import { aReply, testLetter } from '../../../../test/web/letter.ts';
import { type Exchange, mergeTimeline, nextToLoad } from './timeline-items.ts';

const at = (day: number) => `2026-03-${String(day).padStart(2, '0')}T12:00:00.000Z`;
/** @param older lists of which not all is loaded */
function exchangeOf(
  { letters = [], received = [], replies = [] }: { [Of in keyof Exchange]?: Exchange[Of]['data'] },
  ...older: (keyof Exchange)[]
): Exchange {
  return {
    letters: { data: letters, hasNextPage: older.includes('letters') },
    received: { data: received, hasNextPage: older.includes('received') },
    replies: { data: replies, hasNextPage: older.includes('replies') },
  };
}
const keys = (...of: Parameters<typeof exchangeOf>) =>
  mergeTimeline(exchangeOf(...of)).map((item) => item.key);

describe('mergeTimeline', () => {
  it('merges letters and replies, newest first', () => {
    const letters = [testLetter({ id: 1, createdAt: at(1) }), testLetter({ id: 2, createdAt: at(3) })];
    const replies = [aReply({ id: 1, createdAt: at(2) }), aReply({ id: 2, createdAt: at(4) })];
    expect(keys({ letters, replies })).toEqual(['reply-2', 'letter-2', 'reply-1', 'letter-1']);
  });

  it('merges what programs answered, as entries of their own', () => {
    const note = {
      id: 'n',
      createdAt: at(2),
      side: 'recipient',
      kind: 'away',
      awayUntil: null,
      subject: '',
      text: '',
    } as const;
    const letters = [testLetter({ id: 1, createdAt: at(1), notes: [note] })];
    const replies = [aReply({ id: 1, createdAt: at(2) })];
    expect(keys({ letters, replies })).toEqual(['reply-1', 'note-n', 'letter-1']);
  });

  it('puts a reply before a letter of the same moment, and larger ids first within a kind', () => {
    const letters = [testLetter({ id: 5, createdAt: at(1) }), testLetter({ id: 6, createdAt: at(1) })];
    const replies = [aReply({ id: 1, createdAt: at(1) }), aReply({ id: 2, createdAt: at(1) })];
    expect(keys({ letters, replies })).toEqual(['reply-2', 'reply-1', 'letter-6', 'letter-5']);
  });
});

it('mergeTimeline: what was received stands with what was sent', () => {
  const received = [{ ...testLetter({ id: 3, createdAt: at(2) }), senderName: 'Ilse Brandt' }];
  const letters = [testLetter({ id: 1, createdAt: at(1) }), testLetter({ id: 2, createdAt: at(3) })];
  expect(keys({ letters, received })).toEqual(['letter-2', 'letter-3', 'letter-1']);
  expect(keys({ letters, received }, 'received')).toEqual(['letter-2', 'letter-3']);
});

describe('a partly loaded timeline', () => {
  const letters = [
    testLetter({ id: 3, createdAt: at(9) }),
    testLetter({ id: 2, createdAt: at(6) }),
    testLetter({ id: 1, createdAt: at(1) }),
  ];
  const replies = [aReply({ id: 2, createdAt: at(8) }), aReply({ id: 1, createdAt: at(5) })];

  it('ends where the list with the more recent oldest entry ends', () => {
    expect(keys({ letters, replies }, 'letters', 'replies')).toEqual([
      'letter-3',
      'reply-2',
      'letter-2',
      'reply-1',
    ]);
    expect(nextToLoad(exchangeOf({ letters, replies }, 'letters', 'replies'))).toBe('replies');
  });

  it('continues to the end of a list that is completely loaded', () => {
    expect(keys({ letters, replies }, 'letters').at(-1)).toBe('letter-1');
    expect(nextToLoad(exchangeOf({ letters, replies }, 'letters'))).toBe('letters');
    expect(nextToLoad(exchangeOf({ letters, replies }))).toBeNull();
  });
});
