import { expect, it } from 'vitest';
import type { UnreadCounts } from '../../../../shared/conversations.ts';
import { arrivalWords } from './unread.ts';

const counts = (...recipients: [name: string, unread: number][]): UnreadCounts => ({
  total: recipients.reduce((sum, [, unread]) => sum + unread, 0),
  recipients: recipients.map(([name, unread]) => ({ email: `${name.trim()}@example.org`, name, unread })),
});

it('names whoever has written', () => {
  expect(arrivalWords(counts(), counts(['Edith', 1]))).toBe('A reply from Edith has arrived.');
  expect(arrivalWords(counts(['Edith', 1]), counts(['Edith', 3]))).toBe('2 replies from Edith have arrived.');
  expect(arrivalWords(counts(['Edith', 1]), counts(['Edith', 2], ['Tom', 1]))).toBe(
    'A reply from Edith has arrived. A reply from Tom has arrived.',
  );
});

it('is silent about what was known, and about what was read', () => {
  expect(arrivalWords(counts(['Edith', 2]), counts(['Edith', 2]))).toBe('');
  expect(arrivalWords(counts(['Edith', 2], ['Tom', 1]), counts(['Tom', 1]))).toBe('');
});

it('gives the address of somebody without a name', () => {
  expect(arrivalWords(counts(), { total: 1, recipients: [{ email: 'e@x.org', name: ' ', unread: 1 }] })).toBe(
    'A reply from e@x.org has arrived.',
  );
});
