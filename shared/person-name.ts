import { z } from 'zod';
import { isPlainName, plainName } from '../packages/address-files/plain-name.ts';
import { NAME_MAX_CHARACTERS, SENDER_NAME_MAX_CHARACTERS } from './limits.ts';
import { msg } from './words.ts';

/** Text of a name on one line, possibly empty: safe in a mail header and on a page. */
export const nameText = z
  .string()
  // Without 'abort', Zod would run the pattern over a text of any length.
  .max(NAME_MAX_CHARACTERS, { error: msg('That name is too long'), abort: true })
  .refine(isPlainName, msg('Please write the name in plain letters on one line'))
  .transform((name) => name.trim().replace(/\s+/g, ' '));

export const personName = nameText.pipe(z.string().min(1, msg('Please enter a name')));

export const IMITATION_MESSAGE = msg(
  'Please use your own name. This one looks like that of a firm or of a support team.',
);

export const NAME_MESSAGE = msg(
  'Please write a name with at least one letter, at most four digits, and no address or link. After a dot, leave a space.',
);

const DIGITS_MAX = 4;
/** Of web and e-mail addresses, and what looks like them. */
const ADDRESS_SIGN = /[@/:\u2044\u2215\u2236]/u;
/**
 * Before a well-known ending of a domain, or one of two letters, such as that of a country. An initial or a title
 * before two letters is none: 'A.de Vries', 'Dr.Li'.
 */
const DOMAIN =
  /(?<=[\p{L}\p{N}-])[.\u3002](?:(?<!(?<![\p{L}\p{N}-])(?:\p{L}|dr|mr|mrs|ms|st|prof)\.)[a-z]{2}|com|net|org|info|biz|edu|gov|mil|int|mobi|pro|app|dev|web|online|site|shop|store|club|xyz|top|live|page|link|click|email|mail|support|services?|cloud|tech|bank|money|help|news|blog|website|digital|xn--[a-z0-9-]+|рф|онлайн|сайт|москва|中国|中國|公司|网络|网址|在线|한국|भारत)(?![\p{L}\p{N}-])/u;

const folded = (text: string): string => Array.from(text, readSign).join('');

/** @param text in compatibility form (NFKC) */
const hasDomain = (text: string): boolean =>
  [text.toLowerCase(), folded(text.toLowerCase())].some((read) => DOMAIN.test(read));

const digitsIn = (text: string): number => text.match(/\p{Nd}/gu)?.length ?? 0;

function mayName(name: string): boolean {
  const text = name.normalize('NFKC');
  // Fillers of Hangul count as letters.
  const hasLetter = /(?![\u115f\u1160])\p{L}/u.test(text);
  return hasLetter && digitsIn(text) <= DIGITS_MAX && !ADDRESS_SIGN.test(text) && !hasDomain(text);
}

/** May be empty. */
export const senderName = nameText
  .refine((name) => name.length <= SENDER_NAME_MAX_CHARACTERS, {
    error: msg('That name is too long'),
    abort: true,
  })
  .refine((name) => name === '' || mayName(name), {
    error: NAME_MESSAGE,
    abort: true,
  })
  .refine((name) => !isImitation(name), { error: IMITATION_MESSAGE });

/** For a name from before it was checked, or from elsewhere; empty when nothing is left. */
export function cleanSenderName(text: string): string {
  const each = (part: string, clean: (sign: string, read: string) => string) =>
    Array.from(part, (sign) => clean(sign, sign.normalize('NFKC'))).join('');
  const plain = plainName(text);
  const isNumber = digitsIn(plain.normalize('NFKC')) > DIGITS_MAX;
  const words = (isNumber ? each(plain, (sign, read) => (digitsIn(read) > 0 ? '' : sign)) : plain).split(' ');
  const kept = words.filter((word) => {
    const read = word.normalize('NFKC');
    return !/@|:\/\//.test(read) && !hasDomain(read);
  });
  const spaced = each(kept.join(' '), (sign, read) => (ADDRESS_SIGN.test(read) ? ' ' : sign));
  const name = plainName(spaced, SENDER_NAME_MAX_CHARACTERS);
  return mayName(name) ? name : '';
}

const listed = (words: string): string[] => words.trim().split(/\s+/);

/** Firms in whose name people are robbed and that no person is called: not a word of a name. */
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

/** As a reader sees them: without lookalikes, accents, case or invisible signs, and 'P a y' joined. */
function wordsOf(name: string): string[] {
  const plain = name
    // Decomposed they would be letters of the word before: 'PayPal™' as 'PayPalTM'.
    .replace(/[™℠®©℗]/g, ' ')
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/(?<=\p{Ll})I/gu, 'l')
    .toLowerCase();
  const read = folded(plain).normalize('NFKD').replace(/\p{M}/gu, '');
  const words = read.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words.length > 1 && words.every((word) => word.length === 1) ? [words.join('')] : words;
}

/** Capital I as l, '!' as itself, 'rn' as m, no numbers behind a word, and two words where a capital begins one. */
const readingsOf = (name: string): string[] => [
  name,
  name.replaceAll('I', 'l'),
  name.replaceAll('!', ' '),
  name.replaceAll('rn', 'm'),
  name.replace(/\p{N}(?!\p{L})/gu, ' '),
  name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '),
];

/** Also two or three words in a row without the space between. Initials stand alone: 'B. Post' is a person. */
function wordsAndPairs(words: string[]): string[] {
  return words.flatMap((_, at) =>
    [1, 2, 3]
      .map((count) => words.slice(at, at + count))
      .filter((some) => some.length === 1 || some.every((word) => word.length > 1))
      .map((some) => some.join('')),
  );
}

const KNOWN = [...ROLES, ...BESIDE];

/** Known words alone, one after the other. */
function isKnownOnly(text: string): boolean {
  const ends = new Set([0]);
  // Grows while it is read.
  for (const at of ends) for (const word of KNOWN) if (text.startsWith(word, at)) ends.add(at + word.length);
  return ends.has(text.length);
}

/**
 * Looks like the product, a support team, or a firm in whose name people are robbed. People who share a word with
 * one are told apart by the rest of their name: 'Amazon Smith' and 'Paypala' are fine, 'Amazon Service' is not.
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
