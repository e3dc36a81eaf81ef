import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NAME_MAX_CHARACTERS } from './limits.ts';
import { cleanSenderName, isImitation, personName, senderName } from './person-name.ts';

it.each([
  ...[
    'PayPal Security',
    'PayPal',
    'paypal',
    'PAYPAL',
    'Pay Pal',
    'P a y P a l',
    'Pay-Pal Service',
    'PayPalSecurity',
  ],
  // Cyrillic letters, full width, a capital I for an l, digits, accents, a joiner within.
  ...['Раураl', 'ＰａｙＰａｌ', 'PayPaI', 'PayPa1', 'Páypál', 'Pay\u200dPal', 'Maria from PayPal'],
  ...['DHL', 'DHL Express', 'D.H.L. Parcel', 'Your UPS Delivery', 'Deutsche Post', 'Royal Mail', 'FedEx 24'],
  ...['Amazon', 'Amazon Customer Service', 'Amazon.com', 'Visa Security', 'Apple Support', 'Apple ID'],
  ...['Support', 'Support Team', 'The Security Team', 'Customer Service', 'no-reply support', 'Kundendienst'],
  ...[
    'Pay Pal Kundenbetreuung',
    'PayPal™',
    'PayPal24',
    'PayPal²',
    'ᑭayᑭal',
    'ꓑayPal',
    'No-Reply',
    'Kundenbetreuung',
    'PayPalKundenbetreuung',
    'Fed Ex Berlin',
    'Slow Letters Germany',
    'DHL Germany',
  ],
  ...['Paypal!', 'SIow Letters', 'rnicrosoft', 'Arnazon Service', 'Kunden-Service'],
  // Small capitals, letters with a hook, Cherokee, white on squares.
  ...['ᴘᴀʏᴘᴀʟ', 'ƤayƤal', 'Ꮲaypal', '🅿🅰🆈🅿🅰🅻 Security'],
  ...['Slow Letters', 'SlowLetters', 'Slow Letters Support', 'The Slow Letters Team', 'ѕlow letterѕ'],
])('names: %s is refused to a sender', (name) => {
  expect(isImitation(name, 'Slow Letters')).toBe(true);
});

it.each([
  ...[
    'Maren Oakes',
    'Paypala',
    'Amazon Smith',
    'B. Post Jansen',
    'Ian McDonald',
    'Slow Ian',
    'Maren!',
    'Bernhard',
    'Visa Virtanen',
    'Apple Martin',
    'Stripe Jones',
    'Hermes Silva',
  ],
  ...[
    'Bill Ing',
    'Will Help',
    'Joan of Arc',
    'Ups and Downs Choir',
    'Grace Post',
    'Emma Bank',
    'My',
    'Prime',
  ],
  ...[
    '李小龙',
    'محمد علی',
    'Анна Павлова',
    'Αλέξανδρος',
    'Zoë',
    'O’Brien',
    'J. R. R.',
    'A B',
    'The Letter Club',
    '',
  ],
])('names: %s is fine', (name) => {
  expect(isImitation(name, 'Slow Letters')).toBe(false);
});

it('names: that of the product is told from a name that contains it', () => {
  expect(isImitation('Post Support', 'Post')).toBe(true);
  expect(isImitation('Posterino', 'Post')).toBe(false);
});

it.each([
  ...[
    'Maren\nOakes',
    'Maren\r\nBcc: x@example.org',
    'Maren\u0000',
    '\u202eneraM',
    'Maren\u200f',
    'M\u2066\u2069',
  ],
  ...['Maren\u2028', 'Maren\ud800', '\tMaren', '', '   ', 'M'.repeat(NAME_MAX_CHARACTERS + 1)],
])('names: %j is no name', (name) => {
  expect(personName.safeParse(name).success).toBe(false);
});

it('names: a name keeps its letters and loses the space around it', () => {
  expect(personName.parse('  علی\u200cرضا  ')).toBe('علی\u200cرضا');
  expect(senderName.parse('')).toBe('');
  expect(senderName.safeParse('PayPal Security').success).toBe(false);
  // Somebody may write to a firm.
  expect(personName.parse('PayPal Security')).toBe('PayPal Security');
});

it('names: one of a megabyte is refused before a pattern reads it', () => {
  expect(personName.safeParse('\u202e'.repeat(1 << 20)).error?.issues[0]?.message).toBe(
    'That name is too long',
  );
});

const signs = (name: string) => senderName.safeParse(name).success;

it.each([
  ...[
    'support@slow-letters.com',
    'service＠bank.example',
    'http://letters.example',
    'Maren/Jan',
    'Maren: hi',
  ],
  ...['Maren ℅ Jan', '+1 800 555 1234', '1234', '٠١٢٣٤ علی', 'Maren ①②③④⑤', '—', '🙂'],
  // Blank signs: Hangul fillers, full and half width, an empty Braille cell, invisible Khmer vowels.
  ...['\u3164', '\uffa0', '\u115f\u1160', '\u2800', 'Maren\u2800', '\u17b4\u17b5', 'Ma\u034fren'],
  ...['Maren\u00ad', 'Ma\u200bren', '\ufeffMaren', 'Maren\ue000', 'Maren\u202e', 'Maren\u{e0041}'],
  ...['Ma\u200dren', '\u200dعلی', 'علی\u200c', '👩\u200d💻 Ada', 'क\u200dMaren'],
  ...[
    'paypal.com',
    'Maren slow-letters.com',
    'slow-letters。com',
    'ｐａｙｐａｌ．ｃｏｍ',
    'paypal․com',
    'PAYPAL.COM',
  ],
  ...['Bank.de', 'bank.co.uk', 'почта.рф', 'bank.xn--p1ai', 'paypal.соm', 'example.c0m', 'letters.email'],
  'M'.repeat(61),
])('names: %j signs no letter', (name) => {
  expect(signs(name)).toBe(false);
});

it.each([
  ...['J.R. Tolkien', 'J.R.R.Tolkien', 'St. John', 'St.John', 'Dr.Müller', 'Dr.Li', 'A.de Vries', 'J. P. Li'],
  ...['علی\u200cرضا', 'श्री', 'क्\u200dष', 'ക്\u200d', 'അവന്\u200d', '李小龙', '葛\u{e0100}城', 'Zoë ❤\ufe0f'],
  ...['Maren 2024', 'Karl XVI', 'Ж', 'ﬁ', 'O’Brien-Łęcka', 'M'.repeat(60), ''],
])('names: %j may sign a letter', (name) => {
  expect(signs(name)).toBe(true);
});

it.each([
  ['support@slow-letters.com', ''],
  ['Maren\u202e Oakes <maren@example.org>', 'Maren Oakes'],
  ['Maren (http://letters.example/x) Oakes', 'Maren Oakes'],
  ['Maren/Jan: Oakes', 'Maren Jan Oakes'],
  ['Call me +1 800 555 1234', 'Call me +'],
  ['paypal.c12345om', ''],
  ['\u3164', ''],
  ['Ada 👩\u200d💻', 'Ada 👩💻'],
  [`${'Maren '.repeat(40)}`, 'Maren '.repeat(10).trim()],
])('names: %j from before is shown as %j', (name, shown) => {
  expect(cleanSenderName(name)).toBe(shown);
});

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 90 }),
  fc
    .array(
      fc.constantFrom(
        ...[
          'Maren',
          'J',
          'de',
          'com',
          '.',
          '。',
          '．',
          '@',
          '/',
          ':',
          '：',
          ' ',
          '\u00a0',
          '12',
          '３４',
          '①',
          'c0',
        ],
        ...[
          '\u200c',
          '\u200d',
          '\u202e',
          '\u3164',
          '\u2800',
          'علی',
          'क्',
          'ക്',
          'рф',
          'xn--',
          '🙂',
          '\ud800',
          '½',
          '\u0338',
        ],
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join('')),
);

it('names: whatever was stored is shown as a name that would be taken, or not at all', () => {
  fc.assert(
    fc.property(text, (stored) => {
      const shown = cleanSenderName(stored);
      if (!isImitation(shown)) expect(signs(shown)).toBe(true);
      expect(cleanSenderName(shown)).toBe(shown);
    }),
    { numRuns: 3_000 },
  );
});

it('names: one that is taken is shown as it was', () => {
  fc.assert(
    fc.property(text, (typed) => {
      const taken = senderName.safeParse(typed);
      if (taken.success) expect(cleanSenderName(taken.data)).toBe(taken.data);
    }),
    { numRuns: 3_000 },
  );
});
