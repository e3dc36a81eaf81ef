import { expect, it } from 'vitest';
import { readAppleHandover } from './apple-handover.ts';

it.each([
  { attempt: 'one', credential: 'eyJ' },
  { attempt: 'one', error: 'cancelled' },
  { attempt: '', error: 'too-many' },
])('takes %j as it is', (handover) => {
  expect(readAppleHandover(handover)).toEqual(handover);
});

it('leaves out what it does not know', () => {
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
])('takes %j for none', (value) => {
  expect(readAppleHandover(value)).toBeNull();
});
