import { type AttachedFile, attachmentLines } from '../attachment-lines.ts';
import type { MessageAttachment } from './parse-message.ts';

/** Files of one reply that are named beside its text; the full message names them all. */
const NAMED_MAX = 20;
const NAME_MAX_CHARACTERS = 200;

/** What mail programs add by themselves: signatures and keys, calendar entries and cards. */
const INCIDENTAL_TYPE =
  /^(?:application\/(?:(?:x-)?pkcs7-signature|pgp-(?:signature|keys|encrypted)|ics)|text\/(?:x-amp-html|watch-html|calendar|x-vcalendar|(?:x-)?vcard|directory))$/i;
const INCIDENTAL_NAME =
  /^ATT\d{3,}\.(?:txt|html?)$|(?<!^(?:encrypted|openpgp-encrypted-message))\.asc$|\.(?:p7s|sig|ics|vcs|vcf)$/i;

export interface ReplyFile extends AttachedFile {
  /** true: added by the mail program, not chosen by a person */
  incidental: boolean;
}

export function replyFile({ name, contentType, size }: MessageAttachment): ReplyFile {
  const known = oneLine(name);
  return {
    name: known || oneLine(contentType),
    size,
    incidental: INCIDENTAL_TYPE.test(contentType) || INCIDENTAL_NAME.test(known),
  };
}

/** Without control characters and those that change the direction of text. */
function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
  return line.slice(0, NAME_MAX_CHARACTERS).toWellFormed();
}

/**
 * A reply's text, and which files are named beside it. Without text and photos the list of files becomes the text, so
 * that a reply with files is never empty.
 * @param body the new text of the message
 */
export function withFiles<File extends ReplyFile>(
  body: string,
  files: readonly File[],
  photos: number,
): { body: string; attachments: Omit<File, 'incidental'>[] } {
  const empty = body === '' && photos === 0;
  const chosen = files.filter(({ incidental }) => !incidental);
  const attachments = (empty && chosen.length === 0 ? files : chosen)
    .slice(0, NAMED_MAX)
    .map(({ incidental: _, ...attachment }) => attachment);
  return { body: empty ? attachmentLines(attachments) : body, attachments };
}
