import { expect, it } from 'vitest';
import { addressesInText, addressInText } from './address-in-text.ts';

const ilse = 'ilse@example.org';

it.each([
  ['Ilse Brandt <ilse@example.org>', { email: ilse, name: 'Ilse Brandt' }],
  ['"Brandt, Ilse" <ilse@example.org>', { email: ilse, name: 'Brandt, Ilse' }],
  ['"Ilse \\"Issi\\" Brandt" <ilse@example.org>;', { email: ilse, name: 'Ilse "Issi" Brandt' }],
  ["'Ilse Brandt' <ilse@example.org>", { email: ilse, name: 'Ilse Brandt' }],
  ['Ilse\n Brandt\t<ilse@example.org>\n', { email: ilse, name: 'Ilse Brandt' }],
  ['ilse@example.org <ilse@example.org>', { email: ilse, name: '' }],
  ['<ilse@example.org>', { email: ilse, name: '' }],
  [' ilse@example.org, ', { email: ilse, name: '' }],
  ['ilse@example.org.', { email: ilse, name: '' }],
  ['Ilse Brandt <ilse@example.org.>', { email: ilse, name: 'Ilse Brandt' }],
  ['ilse@example.org;', { email: ilse, name: '' }],
  ['mailto:ilse@example.org?subject=x', { email: ilse, name: '' }],
  ['MAILTO:ilse%40example.org', { email: ilse, name: '' }],
  ['Ilse <mailto:ilse@example.org>', { email: ilse, name: 'Ilse' }],
])('finds the address in %j', (text, found) => {
  expect(addressInText(text)).toEqual(found);
});

it.each([
  '',
  'Ilse Brandt',
  'ilse@example',
  'ilse@example.org, tom@example.org',
  'ilse@example.org tom@example.org',
  'Ilse <ilse@example.org>, Tom <tom@example.org>',
  'tom@example.org, Ilse <ilse@example.org>',
  'mailto:ilse@example.org,tom@example.org',
  'mailto:%E0%A4%A',
])('leaves %j to the person', (text) => {
  expect(addressInText(text)).toBeNull();
});

it('keeps a name within what a letter can carry', () => {
  expect(addressInText(`${'x'.repeat(500)} <ilse@example.org>`)?.name).toHaveLength(200);
});

it('addressesInText: finds every address of a list, with its name, and leaves out what is none', () => {
  const list = 'a@example.org, Bea <b@example.org>; "Brandt, Ilse" <ilse@example.org>\nnobody, <x>,';
  expect(addressesInText(list)).toEqual([
    { email: 'a@example.org', name: '' },
    { email: 'b@example.org', name: 'Bea' },
    { email: 'ilse@example.org', name: 'Brandt, Ilse' },
  ]);
  expect(addressesInText('"'.repeat(30_000))).toEqual([]);
});
