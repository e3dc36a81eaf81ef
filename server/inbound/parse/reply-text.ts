import { textWithoutQuotes, wholeText } from './reply-html.ts';
import { cleanText } from './reply-marks.ts';
import { withoutQuotations } from './reply-quotes.ts';
import { withoutSignature } from './reply-signature.ts';

/** UTF-8 bytes of a reply's new text. */
export const BODY_MAX_BYTES = 20 * 1024;
/** Characters of the full message that are stored for reading; the raw message has all of it. */
const FULL_TEXT_MAX_CHARACTERS = 200_000;
/** Characters of new text in which a signature is searched: a whole body, and little enough for quadratic patterns. */
const SIGNATURE_SEARCHED_CHARACTERS = BODY_MAX_BYTES;

export interface ReplyText {
  /** the new text only */
  body: string;
  /** everything that was written, quotations and signature included */
  fullText: string;
}

/**
 * The new text of a reply, and the whole of it. The HTML part is read before the plain one: its quotations are
 * marked by elements, in every language alike, and its paragraphs are not broken into lines of 72 characters. The
 * plain part is the fallback. Where the rules leave nothing, the body is the whole text: too much is better than
 * nothing. A reply with photos may have no text at all.
 */
export function replyText(
  { text, html }: { text: string | null; html: string | null },
  { photos = false }: { photos?: boolean } = {},
): ReplyText {
  const plain = cleanText((text ?? '').slice(0, FULL_TEXT_MAX_CHARACTERS)).trim();
  const rich = html ? tidy(wholeText(html)) : '';
  const fullText = (plain || rich).slice(0, FULL_TEXT_MAX_CHARACTERS).toWellFormed();

  const fromHtml = html && rich ? newText(textWithoutQuotes(html), rich, photos) : '';
  const words = fromHtml || (photos && html && rich ? '' : newText(plain, plain, photos));
  const body = words || (photos ? '' : rich || plain);
  return { body: cutBytes(body, BODY_MAX_BYTES), fullText };
}

/** The whole text as it is, for a message that the rules cannot finish. */
export function unprocessedText(text: string | null, strippedHtml: string): ReplyText {
  const whole = (cleanText(text ?? '').trim() || strippedHtml).slice(0, FULL_TEXT_MAX_CHARACTERS);
  return { body: cutBytes(whole, BODY_MAX_BYTES), fullText: whole.toWellFormed() };
}

/** Removes quotations, then the signature; a step that would leave nothing is skipped, unless there are photos. */
function newText(text: string, whole: string, photos: boolean): string {
  const unquoted = withoutQuotations(text.slice(0, FULL_TEXT_MAX_CHARACTERS), whole).slice(
    0,
    SIGNATURE_SEARCHED_CHARACTERS,
  );
  const unsigned = withoutSignature(unquoted);
  if (hasWords(unsigned)) return unsigned;
  return hasWords(unquoted) && !photos ? unquoted.trim() : '';
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
  const bytes = Buffer.from(text);
  if (bytes.length <= most) return text.toWellFormed();
  let end = most;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end).toString('utf8');
}
