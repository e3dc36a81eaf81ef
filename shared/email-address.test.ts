import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isEmailAddress, readEmailAddress } from '../packages/address-files/deliverable-address.ts';
import { emailAddress, INVALID_EMAIL_MESSAGE } from './email-address.ts';
import { EMAIL_MAX_CHARACTERS } from './limits.ts';

/** As the rule says it, label by label; for texts of ASCII, and without the limits of length. */
function isAddressByLabels(text: string): boolean {
  const [local = '', domain = '', ...more] = text.split('@');
  const labels = domain.replace(/\.$/, '').split('.');
  const plain = (part: string) => part !== '' && !/[ ,\n]/.test(part);
  return (
    more.length === 0 &&
    plain(local) &&
    labels.length > 1 &&
    labels.every((label) => plain(label) && !label.startsWith('-') && !label.endsWith('-')) &&
    !/^1+$/.test(labels.at(-1) ?? '')
  );
}

const label63 = 'x'.repeat(63);
const local64 = 'l'.repeat(64);

it.each([
  'ilse@example.org',
  'a@b.c',
  'jürgen@bücher.example',
  'a+b.c@sub.example.co.uk',
  ' a@b.c ',
  'a@x--y.example',
  'a@xn--bcher-kva.example',
  'a@3com.example',
  `${local64}@example.org`,
  `a@${label63}.example`,
])('email address: accepts %j', (text) => expect(isEmailAddress(text)).toBe(true));

it.each(['a..b@docomo.ne.jp', 'a.@docomo.ne.jp', '.a@ezweb.ne.jp', 'a...@docomo.ne.jp'])(
  'email address: accepts %j, whose dots are odd before the at-sign',
  (text) => expect(readEmailAddress(text)).toBe(text),
);

it.each(['', '@', 'a@b', 'a@.b', 'a@b.', '@b.c', 'a b@c.d', 'a@b@c.d', 'a@b.c,d@e.f', 'a@b.c\r\nBcc: d@e.f'])(
  'email address: refuses %j',
  (text) => expect(isEmailAddress(text)).toBe(false),
);

it.each([
  'a@x..com',
  'a@x.org..',
  'a@-x.example',
  'a@x-.example',
  'a@x.org-',
  'a@x.-org',
  'a@.x.org',
  `a@${label63}x.example`,
  `a@${'ü'.repeat(60)}.example`,
  'a@ü..example',
  'a@ü-.example',
  'a@192.0.2.1',
  'a@x.123',
  'a@x.org/y',
  'a@ü.org/y.example',
  'a@ü%2e.example',
  'a@x.or\u200bg',
  '\u202ea@x.org',
  `${local64}l@example.org`,
  `${'ü'.repeat(33)}@example.org`,
])('email address: refuses %j, which no mail server takes', (text) => {
  expect(emailAddress.safeParse(text).error?.issues[0]?.message).toBe(INVALID_EMAIL_MESSAGE);
});

it('email address: takes a final dot off', () => {
  expect(emailAddress.parse(' ilse@example.org. ')).toBe('ilse@example.org');
  expect(readEmailAddress('ilse@bücher.example.')).toBe('ilse@bücher.example');
});

it('email address: accepts exactly what the rule says', () => {
  const signs = fc.constantFrom('a', '1', '.', '-', '@', ' ', ',', '\n');
  fc.assert(
    fc.property(fc.array(signs, { maxLength: 12 }), (drawn) => {
      const text = drawn.join('');
      expect(isEmailAddress(text)).toBe(isAddressByLabels(text.trim()));
    }),
    { numRuns: 3_000 },
  );
});

it('email address: the length is checked first, with one message and no other check', () => {
  const longest = `${local64}@${'b.'.repeat((EMAIL_MAX_CHARACTERS - 70) / 2)}b.org`;
  expect(isEmailAddress(longest)).toBe(true);
  const { error } = emailAddress.safeParse(`a@${'.'.repeat(250_000)}@`);
  expect(error?.issues).toMatchObject([{ code: 'too_big', message: INVALID_EMAIL_MESSAGE }]);
  expect(emailAddress.safeParse(`${longest}g`).error?.issues).toMatchObject([{ code: 'too_big' }]);
});
