import { insertedAnswers } from './inserted-answers.ts';
import type { TextPart } from './mime-parts.ts';
import { textWithoutQuotes, wholeText } from './reply-html.ts';
import { cleanText } from './reply-marks.ts';
import { withoutQuotations } from './reply-quotes.ts';
import { withoutSignature } from './reply-signature.ts';
import { withoutSafelinks } from './safelinks.ts';

export const BODY_MAX_BYTES = 20 * 1024;
/** Characters of the full message that are stored for reading; the raw message has all of it. */
const FULL_TEXT_MAX_CHARACTERS = 200_000;
/** Characters of new text in which a signature is searched: a whole body, and little enough for quadratic patterns. */
const SIGNATURE_SEARCHED_CHARACTERS = BODY_MAX_BYTES;

const BEGIN_SIGNED = '-----BEGIN PGP SIGNED MESSAGE-----';
const BEGIN_SIGNATURE = '-----BEGIN PGP SIGNATURE-----';
const END_SIGNATURE = '-----END PGP SIGNATURE-----';
/** Characters of a signature; one of several keys has a few thousand. */
const ARMOR_MAX_CHARACTERS = 20_000;

export interface ReplyText {
  body: string;
  /** everything that was written, quotations and signature included */
  fullText: string;
}

/**
 * HTML is read before plain text: its quotations are marked in every language and its paragraphs are not wrapped. Where the
 * rules leave nothing, the body is the whole text.
 */
export function replyText(
  given: TextPart | readonly TextPart[],
  { photos = false, mailed = '' }: { photos?: boolean; mailed?: string } = {},
): ReplyText {
  const parts = ('html' in given ? [given] : given).map(readPart);
  const fullText = joined(parts.map(({ whole }) => whole)).slice(0, FULL_TEXT_MAX_CHARACTERS);
  const unquoted = joined(parts.map((part) => (part.quoted ? '' : unquotedText(part, photos, mailed)))).slice(
    0,
    SIGNATURE_SEARCHED_CHARACTERS,
  );
  const unsigned = withoutSignature(unquoted);
  const inserted = insertedAnswers(fullText, mailed, unsigned);
  const own = joined([hasWords(unsigned) ? unsigned : '', ...inserted]);
  const words = own !== '' ? own : hasWords(unquoted) && !photos ? unquoted.trim() : '';
  const body = words || (photos ? '' : joined(parts.map(({ rich, plain }) => rich || plain)));
  return { body: cutBytes(body, BODY_MAX_BYTES), fullText: fullText.toWellFormed() };
}

interface ReadPart {
  html: string | null;
  plain: string;
  /** the HTML as text */
  rich: string;
  whole: string;
  quoted: boolean;
}

function readPart({ text, html: given, quoted = false }: TextPart): ReadPart {
  const html = given && withoutSafelinks(given, true);
  const plain = trimmed(
    withoutArmor(cleanText(withoutSafelinks((text ?? '').slice(0, FULL_TEXT_MAX_CHARACTERS)))),
  );
  const rich = html ? tidy(wholeText(html)) : '';
  return { html, plain, rich, whole: plain.length * 2 >= rich.length ? plain : rich, quoted };
}

/** The text of a message that was signed within itself (OpenPGP's cleartext signature framework, RFC 9580, 7). */
function withoutArmor(text: string): string {
  const begins = text.indexOf(BEGIN_SIGNED);
  const signature = text.indexOf(`\n${BEGIN_SIGNATURE}`, begins);
  const ends = text.indexOf(END_SIGNATURE, signature);
  if (begins < 0 || signature < 0 || ends < 0 || ends - signature > ARMOR_MAX_CHARACTERS) return text;
  if (text.slice(0, begins).trim() !== '') return text;
  const signed = text
    .slice(begins + BEGIN_SIGNED.length, signature)
    .replace(/^\n(?:Hash: .{1,200}\n)*\n/, '')
    .replace(/^- /gm, '');
  return `${signed}${text.slice(ends + END_SIGNATURE.length)}`;
}

/** Without blank lines at the ends. A space before a first '>' stays: it tells new text from a quotation. */
const trimmed = (text: string): string => text.trimEnd().replace(/^(?:[^\S\n]*\n)+/, '');

/** A part without its quotations; of alternatives the first that has words of its own. */
function unquotedText({ html, plain, rich }: ReadPart, photos: boolean, mailed: string): string {
  const own = (text: string, whole: string) => {
    const unquoted = withoutQuotations(text.slice(0, FULL_TEXT_MAX_CHARACTERS), { whole, mailed });
    return hasWords(unquoted) ? unquoted : '';
  };
  const fromHtml = html && rich ? own(textWithoutQuotes(html), rich) : '';
  return fromHtml || (photos && rich ? '' : own(plain, plain));
}

const joined = (texts: string[]): string => texts.filter((text) => text !== '').join('\n\n');

/** The whole text as it is, for a message that the rules cannot finish. */
export function unprocessedText(parts: readonly TextPart[], strippedHtml: string): ReplyText {
  const plain = joined(parts.map(({ text }) => cleanText(text ?? '').trim()));
  const whole = (plain || strippedHtml).slice(0, FULL_TEXT_MAX_CHARACTERS);
  return { body: cutBytes(whole, BODY_MAX_BYTES), fullText: whole.toWellFormed() };
}

/** Letters, digits, or an emoji: a single heart is a reply. */
function hasWords(text: string): boolean {
  return /[\p{L}\p{N}\p{Extended_Pictographic}\p{S}!?]/u.test(text);
}

function tidy(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Cuts to a number of UTF-8 bytes, never within a character. */
function cutBytes(text: string, most: number): string {
  // A decoder that expects more keeps back a character that is cut.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.from(text).subarray(0, most), {
    stream: true,
  });
}
