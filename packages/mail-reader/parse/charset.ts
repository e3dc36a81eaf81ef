import { isUtf8 } from 'node:buffer';
import { analyse } from 'chardet';
import { decoderOf } from '../../address-files/decode-text.ts';

/** Bytes whose statistics tell a charset. */
const SAMPLE_BYTES = 16 * 1024;
/** Percent of confidence from which the statistics are believed; German or French of a few words reaches 45. */
const CONFIDENCE_LEAST = 25;
const FALLBACK = 'windows-1252';

/** Names of no charset in particular: 7-bit text (RFC 2046, 4.1.2), UTF-8, and what gateways write for 'unknown'. */
const NONE_IN_PARTICULAR =
  /^(?:|us-?ascii|ascii|ansi_x3\.4-1968|utf-?8|unknown(?:-8bit)?|x-unknown|default(?:_charset)?|binary|8bit|7bit|none)$/i;
const UTF_7 = /^(?:unicode-1-1-|x-unicode-[12]-[01]-)?utf-?7$/i;

/** True for a declared charset that says little or is in no standard library: the bytes are looked at. */
export function isDecodedHere(charset: string | undefined): boolean {
  const name = (charset ?? '').trim();
  return NONE_IN_PARTICULAR.test(name) || UTF_7.test(name) || !isKnown(name);
}

function isKnown(name: string): boolean {
  return decoderOf(name) !== null || /^(?:cp|ibm|mac|x-mac|jis|csiso|hp|viscii|tcvn|armscii)/i.test(name);
}

/**
 * Text whose charset is not declared, or wrongly as 7-bit or UTF-8: as UTF-8 where most of it is that, else as its
 * statistics say, else as windows-1252, which has a character for nearly every byte.
 */
export function decodedText(bytes: Uint8Array, charset: string): string {
  if (UTF_7.test(charset.trim())) return decodedUtf7(Buffer.from(bytes).toString('latin1'));
  const text = new TextDecoder().decode(bytes);
  if (!isUtf8(bytes) && !isMostlyUtf8(text.slice(0, SAMPLE_BYTES)))
    return new TextDecoder(charsetOf(bytes)).decode(bytes);
  // 7-bit text with shifts in it (RFC 1468).
  const shifts = text.includes('\u001b$') || text.includes('\u001b(');
  return shifts ? new TextDecoder('iso-2022-jp').decode(bytes) : text;
}

/** True when more characters came of its bytes than not: a gateway's line in another charset, or a cut, breaks a few. */
const isMostlyUtf8 = (text: string): boolean =>
  text.replace(/[\0-\x7f\ufffd]+/g, '').length > text.split('\ufffd').length - 1;

function charsetOf(bytes: Uint8Array): string {
  const [best] = analyse(bytes.subarray(0, SAMPLE_BYTES));
  if (!best || best.confidence < CONFIDENCE_LEAST || /^utf-/i.test(best.name)) return FALLBACK;
  // Turkish differs from Western European in six letters, and short French is taken for it.
  if (/^iso-8859-(?:1|9)$/i.test(best.name) && best.lang !== 'tr') return FALLBACK;
  return decoderOf(best.name) ? best.name : FALLBACK;
}

const EIGHT_BIT = /[\x80-\xff]/;

/** A run of modified Base64 (RFC 2152); '+-' is a plus sign. */
const SHIFTED = /\+([A-Za-z0-9+/]{0,100000})-?/g;

function decodedUtf7(text: string): string {
  return text.replace(SHIFTED, (run, base64: string) => {
    if (base64 === '') return run.endsWith('-') ? '+' : run;
    const bytes = Buffer.from(base64, 'base64');
    return new TextDecoder('utf-16be').decode(bytes.subarray(0, bytes.length & ~1));
  });
}

/** The bytes of Latin-1 text without its quoted-printable escapes (RFC 2045, 6.7). */
export const unescapedBytes = (text: string): Buffer =>
  Buffer.from(
    text.replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

/** An encoded word (RFC 2047) with bytes as they are in its own charset; of those in UTF-8 the line is decoded. */
const ENCODED_WORD = /=\?(?!utf-8)[\w-]{1,40}\?q\?[^?]{1,1000}\?=/gi;

const escapedBytes = (line: string): string =>
  line.replace(ENCODED_WORD, (word) =>
    word.replace(/[\x80-\xff]/g, (byte) => `=${byte.charCodeAt(0).toString(16).toUpperCase()}`),
  );

/** Names of fields and addresses: English letters among few others lead the statistics astray. */
const NO_WORDS = /^[!-9;-~]+:|<[!-;=?-~]*>/gm;

/**
 * The message with the bytes of its header as UTF-8. Some programs write a subject or a name as it is, in a charset
 * that no field declares: one for all lines, since statistics of each would take seconds for many.
 * Encoded words (RFC 2047) are ASCII and stay.
 */
export function withUtf8Header(raw: Buffer, headerEnd: number): Buffer {
  const header = raw.subarray(0, headerEnd).toString('latin1');
  if (!EIGHT_BIT.test(header)) return raw;
  const lines = header.split('\n').map((line) => Buffer.from(escapedBytes(line), 'latin1'));
  const undeclared = lines.filter((line) => !isUtf8(line)).map((line) => line.toString('latin1'));
  const words = undeclared.join('\n').replace(NO_WORDS, '');
  const decoder = new TextDecoder(charsetOf(Buffer.from(words, 'latin1')));
  const decoded = lines.map((line) => (isUtf8(line) ? line.toString() : decoder.decode(line)));
  return Buffer.concat([Buffer.from(decoded.join('\n')), raw.subarray(headerEnd)]);
}

const WORD = String.raw`=\?[\w-]{1,40}\?[bq]\?[^?\s]{0,1000}\?=`;
const WORDS = new RegExp(`${WORD}(?:\\s{1,3}${WORD}){0,100}`, 'gi');

/**
 * A header field whose encoded words hold bytes that their charset does not have: of UTF-8 and the like as
 * `decodedText` says.
 * @returns null when they name another charset
 */
export function decodedWords(field: string): string | null {
  let other = false;
  const text = field.replace(WORDS, (words) => {
    const bytes = words.split(/\s+/).map((word) => {
      const [, charset = '', form = '', written = ''] = word.split('?');
      other ||= !NONE_IN_PARTICULAR.test(charset);
      if (/b/i.test(form)) return Buffer.from(written, 'base64');
      return unescapedBytes(written.replaceAll('_', ' '));
    });
    return decodedText(Buffer.concat(bytes), '');
  });
  return other ? null : text;
}
