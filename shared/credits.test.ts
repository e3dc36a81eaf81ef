import { expect, it } from 'vitest';
import { dollars } from './credits.ts';

it('dollars: formats cents with two decimals', () => {
  expect([500, 1200, 960, 5, 0].map((cents) => dollars(cents))).toEqual([
    '$5.00',
    '$12.00',
    '$9.60',
    '$0.05',
    '$0.00',
  ]);
  expect(dollars(1200, 'de')).toBe('12,00\u00a0$');
});
