import fc from 'fast-check';
import { expect, it } from 'vitest';
import { emailAddress, INVALID_EMAIL_MESSAGE, isEmailAddress } from './email-address.ts';
import { EMAIL_MAX_CHARACTERS } from './limits.ts';

/** 'Text, at-sign, text, dot, text' in its plainest form, which is quadratic: for short texts only. */
const PLAINEST = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+\.[^\s@<>()[\]\\,;:"\p{Cc}]+$/u;

it.each(['ilse@example.org', 'a@b.c', 'jürgen@bücher.example', 'a+b.c@sub.example.co.uk', ' a@b.c '])(
  'email address: accepts %j',
  (text) => expect(isEmailAddress(text)).toBe(true),
);

it.each(['', '@', 'a@b', 'a@.b', 'a@b.', '@b.c', 'a b@c.d', 'a@b@c.d', 'a@b.c,d@e.f', 'a@b.c\r\nBcc: d@e.f'])(
  'email address: refuses %j',
  (text) => expect(isEmailAddress(text)).toBe(false),
);

it('email address: the linear pattern accepts exactly what the plain pattern accepts', () => {
  const signs = fc.constantFrom('a', 'ü', '.', '@', ' ', ',', '\n', '💌');
  fc.assert(
    fc.property(fc.array(signs, { maxLength: 12 }), (drawn) => {
      const text = drawn.join('');
      expect(isEmailAddress(text)).toBe(PLAINEST.test(text.trim()));
    }),
    { numRuns: 3_000 },
  );
});

it('email address: the length is checked first, with one message and no other check', () => {
  const longest = `${'a'.repeat(EMAIL_MAX_CHARACTERS - 6)}@b.org`;
  expect(isEmailAddress(longest)).toBe(true);
  const { error } = emailAddress.safeParse(`a@${'.'.repeat(250_000)}@`);
  expect(error?.issues).toMatchObject([{ code: 'too_big', message: INVALID_EMAIL_MESSAGE }]);
  expect(emailAddress.safeParse(`${longest}g`).error?.issues).toMatchObject([{ code: 'too_big' }]);
});
