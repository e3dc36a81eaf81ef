import { expect, it } from 'vitest';
import type { UnreadCounts } from '../../../../shared/conversations.ts';
import { arrivalMessage } from './unread.ts';

const counts = (...recipients: [name: string, unread: number][]): UnreadCounts => ({
  total: recipients.reduce((sum, [, unread]) => sum + unread, 0),
  recipients: recipients.map(([name, unread]) => ({ email: `${name.trim()}@example.org`, name, unread })),
});

it('arrivalMessage: names the recipients whose unread count grew', () => {
  expect(arrivalMessage(counts(), counts(['Edith', 1]))).toBe('A reply from Edith has arrived.');
  expect(arrivalMessage(counts(['Edith', 1]), counts(['Edith', 3]))).toBe(
    '2 replies from Edith have arrived.',
  );
  expect(arrivalMessage(counts(['Edith', 1]), counts(['Edith', 2], ['Tom', 1]))).toBe(
    'A reply from Edith has arrived. A reply from Tom has arrived.',
  );
});

it('arrivalMessage: is empty when counts stay the same or decrease', () => {
  expect(arrivalMessage(counts(['Edith', 2]), counts(['Edith', 2]))).toBe('');
  expect(arrivalMessage(counts(['Edith', 2], ['Tom', 1]), counts(['Tom', 1]))).toBe('');
});

it('arrivalMessage: uses the address of a recipient without a name', () => {
  expect(
    arrivalMessage(counts(), { total: 1, recipients: [{ email: 'e@x.org', name: ' ', unread: 1 }] }),
  ).toBe('A reply from e@x.org has arrived.');
});
