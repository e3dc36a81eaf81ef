import { expect, it } from 'vitest';
import { NAME_MAX_CHARACTERS } from './limits.ts';
import { isImitation, personName, senderName } from './person-name.ts';

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
