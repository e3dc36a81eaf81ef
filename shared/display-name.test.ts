import { expect, it } from 'vitest';
import { displayNameOf } from './display-name.ts';

it.each([
  ['  Maren Oakes ', 'm@example.com', 'Maren Oakes'],
  [null, 'maren.oakes@example.com', 'Maren Oakes'],
  ['', 'maren_oakes-lind+letters@example.com', 'Maren Oakes Lind'],
  [null, 'øystein77@example.com', 'Øystein'],
  [null, '1234@example.com', '1234'],
])('display name of %j <%s> is %s', (displayName, email, expected) => {
  expect(displayNameOf({ displayName, email })).toBe(expected);
});
