import { expect, it } from 'vitest';
import { addressesInText } from './addresses-in-text.ts';

it('addressesInText: finds every address of a list, with its name, and leaves out what is none', () => {
  const list = 'a@example.org, Bea <b@example.org>; "Brandt, Ilse" <ilse@example.org>\nnobody, <x>,';
  expect(addressesInText(list)).toEqual([
    { email: 'a@example.org', name: '' },
    { email: 'b@example.org', name: 'Bea' },
    { email: 'ilse@example.org', name: 'Brandt, Ilse' },
  ]);
  expect(addressesInText('"'.repeat(30_000))).toEqual([]);
});
