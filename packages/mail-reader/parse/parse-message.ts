import type { AddressObject, Attachment, Headers } from 'mailparser';
import { type BounceReport, readBounceReport } from '../classify/bounce-report.ts';
import { type FeedbackReport, readFeedbackReport } from '../classify/feedback-report.ts';
import { addressIn, type HeaderFields } from '../classify/not-a-reply.ts';
import { decodedText, decodedWords, withUtf8Header } from './charset.ts';
import { readDeliveryStatus } from './delivery-status.ts';
import { htmlOf, mimeParts, type TextPart } from './mime-parts.ts';
import { type ImagePlace, imagePlaces } from './reply-images.ts';
import { type ReplyText, unprocessedText } from './reply-text.ts';

export interface ParsedMessage {
  headers: HeaderFields;
  /** the From address, empty when there is none that can be read */
  from: string;
  subject: string;
  /** with angle brackets; null when the message has none */
  messageId: string | null;
  /** its text, in the order of the message */
  texts: TextPart[];
  attachments: MessageAttachment[];
}

export interface MessageAttachment {
  /** as the message names it; empty when it does not */
  name: string;
  contentType: string;
  /** bytes */
  size: number;
  /** true when the mail program put it into the text rather than beside it */
  inline: boolean;
  /** where it is shown: in the new text, below a signature's delimiter, in a quotation, or beside the text */
  place: ImagePlace;
  photo: boolean;
  /** null for what is shown in a quotation */
  content: Uint8Array | null;
}

export interface MessageContent {
  message: ParsedMessage;
  text: ReplyText;
  /** what a delivery report says became of a mail of ours; null for any other message */
  report: BounceReport | null;
  /** a complaint about a mail of ours; null for any other message */
  feedback: FeedbackReport | null;
  /** Message-IDs in its first 512 KB, with angle brackets, each once: the mail that a report is about */
  namedMessageIds: string[];
}

const HEADERS_MAX_BYTES = 64 * 1024;
const ROUGH_TEXT_BYTES = 64 * 1024;

/** Parses a raw message (RFC 5322, MIME). A delivery report keeps its own parts. */
export async function parseMessage(given: Buffer): Promise<ParsedMessage> {
  const raw = withUtf8Header(given, bodyStart(given));
  const { headers, attachments, texts } = await mimeParts(raw);
  const fields = headerFields(raw);
  return storable({
    headers: fields,
    from: fromAddress(headers),
    subject: subjectOf(textHeader(headers, 'subject'), fields.subject?.[0] ?? ''),
    messageId: bracketed(textHeader(headers, 'message-id')),
    texts,
    attachments: attachmentsOf(attachments, htmlOf(texts)),
  });
}

function textHeader(headers: Headers, name: string): string {
  const value = headers.get(name);
  return typeof value === 'string' ? value : '';
}

const subjectOf = (decoded: string, written: string): string =>
  (decoded.includes('\ufffd') && decodedWords(written)) || decoded;

function fromAddress(headers: Headers): string {
  const isAddresses = (value: unknown): value is AddressObject =>
    typeof value === 'object' && value !== null && 'value' in value && Array.isArray(value.value);
  const from = headers.get('from');
  return (isAddresses(from) ? from.value[0]?.address : undefined) ?? '';
}

/** Removes from every text of a message what PostgreSQL cannot store: U+0000, and halves of surrogate pairs. */
function storable(message: ParsedMessage): ParsedMessage {
  const clean = (text: string) => text.replaceAll('\u0000', '').toWellFormed();
  const headers: HeaderFields = Object.create(null);
  for (const [name, values] of Object.entries(message.headers)) headers[clean(name)] = values?.map(clean);
  return {
    headers,
    from: clean(message.from),
    subject: clean(message.subject),
    messageId: message.messageId === null ? null : clean(message.messageId),
    texts: message.texts.map((part) => ({
      ...part,
      text: part.text === null ? null : clean(part.text),
      html: part.html === null ? null : clean(part.html),
    })),
    attachments: message.attachments.map((part) => ({
      ...part,
      name: clean(part.name),
      contentType: clean(part.contentType),
    })),
  };
}

const ATTACHMENTS_MAX = 200;
/** By type, or by name where the mail program did not know the type. */
const MAY_BE_PHOTO = /^image\/(?!svg)/i;
/** What programs call a picture that was put into the text. */
const PROGRAMS_NAME =
  /^(?:image\d{0,4}|att\d{3,9}|outlook-\S{1,60}|pasted\S{1,60}|unnamed\S{0,20})\.\w{2,5}$/i;
const PHOTO_NAME = /\.(jpe?g|png|webp|hei[cf])$/i;

function attachmentsOf(parts: Attachment[], html: string | null): MessageAttachment[] {
  const placeOf = html ? imagePlaces(html) : null;
  return parts.slice(0, ATTACHMENTS_MAX).map((part) => {
    const name = part.filename ?? '';
    const shownAt = part.cid && placeOf ? placeOf(part.cid) : 'beside';
    const attached = part.contentDisposition === 'attachment' && name !== '' && !PROGRAMS_NAME.test(name);
    const place = shownAt === 'new' && attached ? 'beside' : shownAt;
    const photo =
      MAY_BE_PHOTO.test(part.contentType) ||
      (/^application\/octet-stream$/i.test(part.contentType) && PHOTO_NAME.test(name));
    return {
      name,
      contentType: part.contentType,
      size: part.size,
      inline: shownAt !== 'beside' || part.contentDisposition !== 'attachment',
      place,
      photo,
      content: place === 'quotation' ? null : part.content,
    };
  });
}

/** Header fields and undecoded text, without the MIME parser: for a message that it cannot parse in time. */
function headersAndText(given: Buffer): ParsedMessage {
  const raw = withUtf8Header(given, Math.min(bodyStart(given), HEADERS_MAX_BYTES));
  const headers = headerFields(raw);
  return storable({
    headers,
    from: addressIn(headers.from?.[0] ?? ''),
    subject: headers.subject?.[0] ?? '',
    messageId: bracketed(headers['message-id']?.[0]),
    texts: [
      { text: decodedText(raw.subarray(bodyStart(raw), bodyStart(raw) + ROUGH_TEXT_BYTES), ''), html: null },
    ],
    attachments: [],
  });
}

/** The message's own header fields, unfolded, not decoded (RFC 5322, 2.2). */
export function headerFields(raw: Buffer): HeaderFields {
  const block = raw.subarray(0, Math.min(bodyStart(raw), HEADERS_MAX_BYTES)).toString('utf8');
  const headers: Record<string, string[]> = Object.create(null);
  for (const line of block.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    const values = headers[name] ?? [];
    values.push(line.slice(colon + 1).trim());
    headers[name] = values;
  }
  return headers;
}

function bodyStart(raw: Buffer): number {
  const crlf = raw.indexOf('\r\n\r\n');
  // Not beyond: a message with CRLF has no other line ends, and would be searched to its last byte.
  const before = crlf < 0 ? raw : raw.subarray(0, crlf);
  const lf = before.indexOf('\n\n');
  return lf < 0 ? before.length : lf;
}

/** `<left@right>` without the text around it; bounded, since it becomes a key. */
function bracketed(messageId: string | undefined): string | null {
  const id = /<[^<>\s]{1,900}>/.exec(messageId ?? '')?.[0];
  if (id) return id;
  const bare = (messageId ?? '').trim();
  return /^[^<>\s]{1,900}$/.test(bare) ? `<${bare}>` : null;
}

/** Bytes in which a report names the mail that it is about. */
const NAMED_WITHIN = 512 * 1024;
const NAMED_MAX = 500;
const MESSAGE_ID = /<[^<>\s@]{1,200}@[^<>\s@]{1,255}>/g;

/**
 * Header fields and text of a message that the MIME parser or the reply rules cannot finish. Reads a bounded
 * beginning of the message a fixed number of times, so it may run on the main thread.
 */
export function readWithoutParser(
  raw: Buffer,
  envelopeSender: string,
  statuses = readDeliveryStatus(raw),
): MessageContent {
  const message = headersAndText(raw);
  const text = unprocessedText(message.texts, '');
  return {
    message,
    text,
    report: readBounceReport({ ...message, statuses, text: text.fullText, envelopeSender }),
    feedback: readFeedbackReport(raw, message.headers),
    namedMessageIds: namedMessageIds(raw),
  };
}

function namedMessageIds(raw: Buffer): string[] {
  const found = new Set<string>();
  const text = raw.subarray(0, NAMED_WITHIN).toString('latin1').replaceAll('\u0000', '');
  for (const [id] of text.matchAll(MESSAGE_ID)) {
    found.add(id);
    if (found.size >= NAMED_MAX) break;
  }
  return [...found];
}

/** Parts of a message; mail programs make a dozen. */
const PARTS_MAX = 1_000;
/** Declared boundaries, so also parts within parts: a parser compares each line with those it is within. */
const BOUNDARIES_MAX = 100;
/** Bytes of the header. Sendmail takes 32 KB, Postfix 100 KB (header_size_limit). */
const HEADER_MAX_BYTES = 256 * 1024;
const BOUNDARY = /\bboundary[ \t]*=[ \t]*(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/gi;

/**
 * Checks a raw message in one pass before the MIME parser gets it.
 * @returns why the parser should not get it; null when it may
 */
export function whyNotParsed(raw: Buffer): string | null {
  if (bodyStart(raw) > HEADER_MAX_BYTES) return 'its header is too long';
  const text = raw.toString('latin1');
  const boundaries = new Set<string>();
  for (const [, quoted, bare] of text.matchAll(BOUNDARY)) {
    boundaries.add(quoted ?? bare ?? '');
    if (boundaries.size > BOUNDARIES_MAX) return 'it has too many parts within parts';
  }
  if (boundaries.size === 0) return null;
  let parts = 0;
  for (let at = text.indexOf('\n--'); at >= 0; at = text.indexOf('\n--', at + 1)) {
    // A boundary has 70 characters (RFC 2046, 5.1.1) and may end in two more dashes.
    const line = /^[^\r\n]*/.exec(text.slice(at + 3, at + 203))?.[0].trimEnd() ?? '';
    if (boundaries.has(line) && ++parts > PARTS_MAX) return 'it has too many parts';
  }
  return null;
}

/** Bytes below which an image within the text is a tracker's pixel or an ornament. */
const INLINE_LEAST_BYTES = 5 * 1024;
/** Bytes below which an image under a signature's delimiter is its logo. */
const SIGNATURE_LEAST_BYTES = 50 * 1024;
/** Pixels of the shorter edge below which an image within the text is a logo or an icon. */
const INLINE_LEAST_EDGE = 100;

/** As far as can be decided without decoding it. */
export function mayBePhoto(part: MessageAttachment): boolean {
  if (!part.photo || !part.content || part.size === 0 || part.place === 'quotation') return false;
  if (part.place === 'signature' && part.size < SIGNATURE_LEAST_BYTES) return false;
  return !part.inline || part.size >= INLINE_LEAST_BYTES;
}

/** True for a small picture in or beside the new text: a photo too, when nothing else was sent. */
export function maySpeakForItself(part: MessageAttachment): boolean {
  return part.photo && part.size > 0 && part.content !== null && /^(?:new|beside)$/.test(part.place);
}

/** The same as `mayBePhoto`, once its size in pixels is known. */
export function isPhoto(part: MessageAttachment, { width, height }: { width: number; height: number }) {
  return !part.inline || Math.min(width, height) >= INLINE_LEAST_EDGE;
}
