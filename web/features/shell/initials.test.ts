import { expect, it } from 'vitest';
import { initials } from './initials.ts';

it.each([
  ['Maren Oakes', 'maren@example.com', 'MO'],
  ['Ana María de la Cruz', 'ana@example.com', 'AC'],
  ['Ilse', 'ilse@example.com', 'I'],
  ['  ', 'maren@example.com', 'M'],
  ['', '', '?'],
  ['élodie žák', 'e@example.com', 'ÉŽ'],
])('initials: name %o and address %o give %o', (name, email, expected) => {
  expect(initials(name, email)).toBe(expected);
});
