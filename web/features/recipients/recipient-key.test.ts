import { expect, it } from 'vitest';
import { recipientKey } from './recipient-key.ts';

it('is the same for addresses that differ in case or in surrounding white space', () => {
  expect(recipientKey(' Ilse@Example.org')).toBe(recipientKey('ilse@example.org'));
});
