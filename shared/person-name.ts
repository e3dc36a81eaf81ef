import { z } from 'zod';
import { NAME_MAX_CHARACTERS } from './limits.ts';
import { isPlainName } from './plain-name.ts';
import { msg } from './words.ts';

/** Text of a name on one line, possibly empty: safe in a mail header and on a page. */
export const nameText = z
  .string()
  // Without 'abort', Zod would run the pattern over a text of any length.
  .max(NAME_MAX_CHARACTERS, { error: msg('That name is too long'), abort: true })
  .refine(isPlainName, msg('Please write the name in plain letters on one line'))
  .transform((name) => name.trim().replace(/\s+/g, ' '));

/** A person's name. */
export const personName = nameText.pipe(z.string().min(1, msg('Please enter a name')));

export const IMITATION_MESSAGE = msg(
  'Please use your own name. This one looks like that of a firm or of a support team.',
);

/** The name with which somebody signs letters; may be empty. */
export const senderName = nameText.refine((name) => !isImitation(name), {
  error: IMITATION_MESSAGE,
});

const listed = (words: string): string[] => words.trim().split(/\s+/);

/**
 * Payment and delivery firms, and others in whose name people are robbed, that no person is called: not a word of a name.
 */
const FIRMS = listed(`
  paypal mastercard klarna venmo revolut moneygram westernunion americanexpress cashapp paysafecard
  giropay bitcoin coinbase binance postfinance sparkasse fedex usps deutschepost royalmail postnl laposte
  chronopost mondialrelay bpost swisspost canadapost auspost australiapost colissimo purolator yodel
  google microsoft facebook whatsapp instagram netflix ebay icloud linkedin`);

/** Firms that are also names of people, or so short that they are: refused alone, or with nothing but `ROLES` beside. */
const FIRMS_LIKE_NAMES = listed(`
  visa stripe amazon apple amex zelle wise mollie adyen alipay chase dhl ups dpd gls tnt evri inpost
  hermes posti postnord correos`);

/** What such a sender calls itself. A name of these words alone is refused. */
const ROLES = listed(`
  support security service services customer customers client care helpdesk help team billing payment
  payments account accounts admin administrator moderator postmaster webmaster hostmaster mailerdaemon
  mailer daemon noreply official verification notification notifications alert alerts delivery shipping
  parcel center centre department refund refunds protection fraud invoice express kundendienst
  kundenservice kundenbetreuung sicherheit zahlung paket zustellung securite seguridad soporte assistance
  assistenza equipe equipo`);

/** Words that may stand beside: no name is refused for them alone. */
const BESIDE = listed(`
  the your my of from by via and for no reply inc ltd llc gmbh ag sa corp company group bank online secure
  info update mail email post com net org de eu uk us international global www id pay prime card germany
  deutschland france italia espana nederland austria schweiz switzerland europe usa canada australia dept
  kunden betreuung`);

/** Characters that look like a Latin letter, beyond what compatibility decomposition finds. */
const LOOKALIKES = new Map(
  'ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz ƥp ɓb ƈc ɗd ƒf ɦh ƙk ɲn ƭt ƴy ʋv ꮲp ꭺa ꮯc ꭼe ꮋh ꭻj ꮶk ꮮl ꮇm ꮪs ꭲi ꮤw аa вb сc еe һh іi јj кk мm оo рp ѕs тt уy хx ԁd ԛq ԝw νv αa βb εe ιi κk οo ρp τt υu χx γy ıi ɑa ɡg łl øo đd ꞵb ᑭp ᗩa ᗷb ᑕc ᗪd ᖴf ᕼh ᒍj ᒪl ᗰm ᑎn ᑫq ᖇr ᔕs ᑌu ᐯv ᗯw ꓐb ꓑp ꓓd ꓔt ꓖg ꓗk ꓙj ꓚc ꓜz ꓝf ꓟm ꓠn ꓡl ꓢs ꓣr ꓦv ꓧh ꓪw ꓫx ꓬy ꓮa ꓰe ꓲi ꓳo ꓴu օo սu 0o 1l 3e 4a 5s 7t $s @a |l !l'
    .split(' ')
    .map(([sign = '', letter = '']) => [sign, letter]),
);

/** First of 26 capital letters in a row that no decomposition undoes: white on circles, white on squares, flags. */
const LETTER_SIGNS = [0x1f150, 0x1f170, 0x1f1e6];

function readSign(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const first = LETTER_SIGNS.find((start) => code >= start && code < start + 26);
  return first === undefined ? (LOOKALIKES.get(sign) ?? sign) : String.fromCharCode(97 + code - first);
}

/**
 * The words of a name as a reader sees them: compatibility forms, lookalikes, accents, case and capital I for l are
 * undone, invisible signs left out, and letters that stand apart ('P a y') joined.
 */
function wordsOf(name: string): string[] {
  const plain = name
    // Decomposed they would be letters of the word before: 'PayPal™' as 'PayPalTM'.
    .replace(/[™℠®©℗]/g, ' ')
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/(?<=\p{Ll})I/gu, 'l')
    .toLowerCase();
  const read = Array.from(plain, readSign).join('').normalize('NFKD').replace(/\p{M}/gu, '');
  const words = read.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words.length > 1 && words.every((word) => word.length === 1) ? [words.join('')] : words;
}

/** A name and what else it can be read as: a capital I as l, '!' as itself, 'rn' as m, without numbers behind a word, and two words where a capital begins one. */
const readingsOf = (name: string): string[] => [
  name,
  name.replaceAll('I', 'l'),
  name.replaceAll('!', ' '),
  name.replaceAll('rn', 'm'),
  name.replace(/\p{N}(?!\p{L})/gu, ' '),
  name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '),
];

/** Each word, and each two or three in a row without the space between. Initials stand alone: 'B. Post' is a person. */
function wordsAndPairs(words: string[]): string[] {
  return words.flatMap((_, at) =>
    [1, 2, 3]
      .map((count) => words.slice(at, at + count))
      .filter((some) => some.length === 1 || some.every((word) => word.length > 1))
      .map((some) => some.join('')),
  );
}

const KNOWN = [...ROLES, ...BESIDE];

/** Whether a text without spaces is nothing but known words, one after the other. */
function isKnownOnly(text: string): boolean {
  const ends = new Set([0]);
  // Grows while it is read.
  for (const at of ends) for (const word of KNOWN) if (text.startsWith(word, at)) ends.add(at + word.length);
  return ends.has(text.length);
}

/**
 * Whether a name imitates the product, a support team, or a firm in whose name people are robbed. People who share a word
 * with one are told apart by the rest of their name: 'Amazon Smith' and 'Paypala' are fine, 'Amazon Service' is not.
 * @param product name of the product
 */
export function isImitation(name: string, product = ''): boolean {
  const productWords = wordsOf(product);
  return readingsOf(name).some((reading) => imitates(wordsOf(reading), productWords));
}

function imitates(words: string[], productWords: string[]): boolean {
  if (words.length === 0) return false;
  const together = words.join('');
  const product = productWords.join('');
  const seen = wordsAndPairs(words);
  const firms = [...FIRMS, ...FIRMS_LIKE_NAMES, ...(product ? [product] : [])];
  return (
    FIRMS.some((firm) => seen.includes(firm)) ||
    // A product of one word may be a word of people's names too.
    (productWords.length > 1 && seen.includes(product)) ||
    firms.some((firm) => together.includes(firm) && together.split(firm).every(isKnownOnly)) ||
    (seen.some((word) => ROLES.includes(word)) && words.every((word) => KNOWN.includes(word)))
  );
}
