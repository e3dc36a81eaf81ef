import { readBounceReport } from '../classify/bounce-report.ts';
import type { DeliveryStatus } from './delivery-status.ts';
import { headersAndText, type ParsedMessage } from './parse-message.ts';
import { type ReplyText, unprocessedText } from './reply-text.ts';

/** What is known of a message: all that the main thread gets. */
export interface MessageContent {
  message: ParsedMessage;
  text: ReplyText;
  /** what a delivery report says became of a mail of ours; null for any other message */
  report: DeliveryStatus | null;
  /** Message-IDs in its first 512 KB, with angle brackets, each once: the mail that a report is about */
  namedMessageIds: string[];
}

/** Bytes in which a report names the mail that it is about. */
const NAMED_WITHIN = 512 * 1024;
const NAMED_MAX = 500;
const MESSAGE_ID = /<[^<>\s@]{1,200}@[^<>\s@]{1,255}>/g;

/**
 * Header fields and text of a message that the MIME parser or the reply rules cannot finish. Reads a bounded
 * beginning of the message a fixed number of times, so it may run on the main thread.
 */
export function readWithoutParser(raw: Buffer, envelopeSender: string): MessageContent {
  const message = headersAndText(raw);
  const text = unprocessedText(message.text, '');
  return {
    message,
    text,
    report: deliveryReport(raw, message, text, envelopeSender),
    namedMessageIds: namedMessageIds(raw),
  };
}

export function deliveryReport(
  raw: Buffer,
  { headers, from, subject }: ParsedMessage,
  { fullText: text }: ReplyText,
  envelopeSender: string,
): DeliveryStatus | null {
  return readBounceReport({ raw, headers, from, subject, text, envelopeSender });
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
