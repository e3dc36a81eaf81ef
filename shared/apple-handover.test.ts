import { expect, it } from 'vitest';
import { readAppleHandover } from './apple-handover.ts';

it.each([
  { attempt: 'one', credential: 'eyJ' },
  { attempt: 'one', error: 'cancelled' },
  { attempt: '', error: 'too-many' },
])('accepts %j', (handover) => {
  expect(readAppleHandover(handover)).toEqual(handover);
});

it('drops unknown fields', () => {
  expect(readAppleHandover({ attempt: 'one', credential: 'eyJ', more: 1 })).toEqual({
    attempt: 'one',
    credential: 'eyJ',
  });
});

it.each([
  null,
  'text',
  {},
  { credential: 'eyJ' },
  { attempt: 1, credential: 'eyJ' },
  { attempt: 'one' },
  { attempt: 'one', credential: '' },
  { attempt: 'one', error: 'else' },
])('refuses %j', (value) => {
  expect(readAppleHandover(value)).toBeNull();
});
