import { expect, test } from 'vitest';
import type { AutomaticNote } from '../../../../shared/automatic-notes.ts';
import { noteLine } from './note-line.tsx';

const note: AutomaticNote = {
  id: '00000000-0000-4000-8000-000000000001',
  createdAt: '2026-04-20T10:00:00.000Z',
  side: 'recipient',
  kind: 'away',
  awayUntil: '2026-05-04',
  subject: 'Auto reply: A letter',
  text: 'I am away until 4 May.',
};

test.each<[Partial<AutomaticNote>, string]>([
  [{}, 'Ilse’s mailbox answered by itself: away until 4 May'],
  [{ awayUntil: '2027-01-02' }, 'Ilse’s mailbox answered by itself: away until 2 January 2027'],
  [{ awayUntil: null }, 'Ilse’s mailbox answered by itself: away'],
  [{ kind: 'other', awayUntil: null }, 'Ilse’s mailbox answered by itself'],
  [{ kind: 'challenge', awayUntil: null }, 'Ilse’s mailbox asks for a confirmation before it lets mail in'],
  [{ kind: 'receipt', awayUntil: null }, 'Ilse’s mailbox sent a read receipt'],
  [{ kind: 'list', awayUntil: null }, 'Ilse’s mailbox passed on a notice of a mailing list'],
])('noteLine: %j is %s', (given, line) => {
  expect(noteLine({ ...note, ...given }, 'sender', 'Ilse')).toBe(line);
});

test('noteLine: the reader’s own mailbox is named so', () => {
  expect(noteLine(note, 'recipient', 'Maren')).toBe('Your mailbox answered by itself: away until 4 May');
});
