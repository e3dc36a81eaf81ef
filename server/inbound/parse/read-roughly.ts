import { readBounceReport } from '../classify/bounce-report.ts';
import type { DeliveryStatus } from './delivery-status.ts';
import { type ParsedMessage, parseRoughly } from './parse-message.ts';
import { type ReplyText, unreadText } from './reply-text.ts';

/** What is known of a message: all that the main thread ever learns of it. */
export interface Reading {
  message: ParsedMessage;
  text: ReplyText;
  /** what became of a mail of ours, when the message is a report of that */
  report: DeliveryStatus | null;
  /** Message-IDs that stand in its first 512 KB, with angle brackets, each once: which mail a report is about */
  namedMessageIds: string[];
}

/** Bytes in which a report names the mail that it is about. */
const NAMED_WITHIN = 512 * 1024;
const NAMED_MAX = 500;
const MESSAGE_ID = /<[^<>\s@]{1,200}@[^<>\s@]{1,255}>/g;

/**
 * A message without its parts: the way out when the parser or the rules do not come to an end. Goes through a
 * bounded beginning of the message a fixed number of times, so it may run anywhere.
 */
export function readRoughly(raw: Buffer, envelopeSender: string): Reading {
  const message = parseRoughly(raw);
  const text = unreadText(message.text, '');
  return {
    message,
    text,
    report: reportIn(raw, message, text, envelopeSender),
    namedMessageIds: namedMessageIds(raw),
  };
}

export function reportIn(
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
