import { parentPort } from 'node:worker_threads';
import type { DeliveryStatus } from '../parse/delivery-status.ts';
import { mayBePhoto, parseMessage, whyNotParsed } from '../parse/parse-message.ts';
import { type Reading, readRoughly, reportIn } from '../parse/read-roughly.ts';
import { plainTags } from '../parse/reply-html.ts';
import { type ReplyText, replyText, unreadText } from '../parse/reply-text.ts';

export interface ReadingOrder {
  raw: Uint8Array;
  /** empty for the null sender */
  envelopeSender: string;
}

/**
 * What the thread says: that it is there, then of each message what it knows of it so far, before each step that
 * may not come to an end, and at last what is new in it.
 */
export type ReadingStep =
  | { step: 'ready' }
  | { step: 'so-far'; reading: Reading }
  | { step: 'read'; text: ReplyText; report: DeliveryStatus | null }
  | { step: 'failed'; reason: string };

/** Characters of HTML whose tags are taken out for a text that the rules may not get to. */
const STRIPPED_MAX_CHARACTERS = 100_000;

const port = parentPort;
const say = (step: ReadingStep) => port?.postMessage(step);

async function read({ raw: bytes, envelopeSender }: ReadingOrder): Promise<void> {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const roughly = readRoughly(raw, envelopeSender);
  say({ step: 'so-far', reading: roughly });
  const reason = whyNotParsed(raw);
  if (reason) return say({ step: 'failed', reason });

  const message = await parseMessage(raw);
  const stripped = plainTags((message.html ?? '').slice(0, STRIPPED_MAX_CHARACTERS));
  const unread = unreadText(message.text, stripped);
  const report = reportIn(raw, message, unread, envelopeSender);
  say({ step: 'so-far', reading: { ...roughly, message, text: unread, report } });

  const text = replyText(message, { photos: message.attachments.some(mayBePhoto) });
  say({ step: 'read', text, report: reportIn(raw, message, text, envelopeSender) });
}

port?.on('message', (order: ReadingOrder) => {
  read(order).catch((error: unknown) => say({ step: 'failed', reason: String(error) }));
});
say({ step: 'ready' });
