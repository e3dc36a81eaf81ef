import { constants, platform, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type BounceReport, readBounceReport } from '../classify/bounce-report.ts';
import { wordsOf } from '../parse/clean-html.ts';
import { readDeliveryStatus } from '../parse/delivery-status.ts';
import { htmlOf } from '../parse/mime-parts.ts';
import {
  type MessageContent,
  mayBePhoto,
  maySpeakForItself,
  type ParsedMessage,
  parseMessage,
  readWithoutParser,
  whyNotParsed,
} from '../parse/parse-message.ts';
import { type ReplyText, replyText, unprocessedText } from '../parse/reply-text.ts';

export interface ParseRequest {
  raw: Uint8Array;
  /** empty for the null sender */
  envelopeSender: string;
  /** the text of everything that was mailed in its conversation */
  mailed: string;
}

/**
 * What the thread posts: `ready` once; then for each message what is known of it, before each step that may not come
 * to an end, and at last its new text.
 */
export type ParseStep =
  | { step: 'ready' }
  | { step: 'so-far'; content: MessageContent }
  | { step: 'done'; text: ReplyText; report: BounceReport | null }
  /** the parser does not get it; the thread is as before */
  | { step: 'refused'; reason: string }
  | { step: 'failed'; reason: string };

/** Characters of HTML whose tags are removed for a text that the rules may not get to. */
const STRIPPED_MAX_CHARACTERS = 100_000;

// The main thread, which answers requests, comes first. On Linux a priority belongs to the thread (setpriority(2)), elsewhere to the process.
if (platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const port = parentPort;
const post = (step: ParseStep, moved: ArrayBuffer[] = []) => port?.postMessage(step, moved);

async function parse({ raw: bytes, envelopeSender, mailed }: ParseRequest): Promise<void> {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const statuses = readDeliveryStatus(raw);
  const unparsed = readWithoutParser(raw, envelopeSender, statuses);
  post({ step: 'so-far', content: unparsed });
  const reason = whyNotParsed(raw);
  if (reason) return post({ step: 'refused', reason });

  const message = await parseMessage(raw);
  const stripped = wordsOf((htmlOf(message.texts) ?? '').slice(0, STRIPPED_MAX_CHARACTERS));
  const unprocessed = unprocessedText(message.texts, stripped);
  const reportIn = ({ fullText: text }: ReplyText) =>
    readBounceReport({ ...message, statuses, text, envelopeSender });
  const report = reportIn(unprocessed);
  post({ step: 'so-far', content: { ...unparsed, message, text: unprocessed, report } }, ownBytes(message));

  const text = replyText(message.texts, {
    photos: message.attachments.some((part) => mayBePhoto(part) || maySpeakForItself(part)),
    mailed,
  });
  post({ step: 'done', text, report: reportIn(text) });
}

/** The bytes of its files that share no memory with others: the rules need only their sizes, so they are moved and not copied. */
const ownBytes = ({ attachments }: ParsedMessage): ArrayBuffer[] =>
  attachments.flatMap(({ content }) =>
    content?.buffer instanceof ArrayBuffer &&
    content.length > 0 &&
    content.length === content.buffer.byteLength
      ? [content.buffer]
      : [],
  );

port?.on('message', (request: ParseRequest) => {
  parse(request).catch((error: unknown) => post({ step: 'failed', reason: String(error) }));
});
post({ step: 'ready' });
