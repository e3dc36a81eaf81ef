import { exactStatus, meaningOf } from '../failure-meanings.ts';
import type { DeliveryStatus } from '../parse/delivery-status.ts';
import { anyOf } from '../phrases.ts';
import { addressesIn } from './addresses-in-text.ts';
import { DELAY_SUBJECT, FAILURE_SUBJECT, GIVEN_UP, NO_MORE_ATTEMPTS, STILL_TRYING } from './bounce-words.ts';

/**
 * Bounces of systems that write no RFC 3464 part: qmail, older Exim, Exchange and Domino, and gateways that drop the
 * part. Only the report's own text is searched, before the copy of the returned mail.
 */
const READ_CHARACTERS = 8_000;

const COPY_BEGINS = new RegExp(
  String.raw`^[ \t>|*#]{0,20}(?:[-=_*]{2,}[ \t|]*)?${anyOf('copy lines')}`,
  'im',
);

/** Enhanced status code anywhere in a text, also as Zoho (`5.1.=1`) and qmail (`#5.1.1`) write it. */
const STATUS = /(?<![\d.])[45]\.\d{1,3}\.=?\d{1,3}(?!\.?\d)/g;
/** An SMTP reply code at the begin of a word, with something behind it (RFC 5321, 4.2). */
const REPLY = /(?:^|[\s:;("'[=<])([45][0-5]\d)[ \-:](?=\S)/gm;
/** Numbers that are no reply code: 550 recipients, 550 bytes. */
const QUANTITY = /^(?:bytes|kb|mb|hours?|seconds?|minutes?|messages?|recipients?|days?)\b/i;

export function readBouncePhrases(subject: string, text: string): DeliveryStatus | null {
  const words = ownText(text).replace(/’/g, "'");
  const all = `${subject}\n${words}`;
  const recipients = addressesIn(words).map((address) =>
    address.replace(/^(?:mailto:|['"])/i, '').replace(/[.!?'"]{1,9}$/, ''),
  );
  if (waits(subject, words)) return { action: 'delayed', status: null, diagnostic: null, recipients };
  const codes = codesIn(words);
  const permanent = codes.status.find((code) => code.startsWith('5')) ?? null;
  const refusal = codes.replies.find(({ code }) => code.startsWith('5'));
  const failed =
    GIVEN_UP.test(all) || refusal !== undefined || permanent !== null || FAILURE_SUBJECT.test(subject.trim());
  if (!failed) return null;
  const status = permanent ?? codes.status[0] ?? null;
  return {
    action: 'failed',
    status: exactStatus(status, words) ?? meaningOf(subject) ?? (refusal?.code === '552' ? '5.2.2' : null),
    diagnostic: lineAround(words, refusal?.at ?? (status ? words.indexOf(status) : -1)),
    recipients,
  };
}

function waits(subject: string, words: string): boolean {
  if (DELAY_SUBJECT.test(subject.trim())) return true;
  return STILL_TRYING.test(words) && !NO_MORE_ATTEMPTS.test(words);
}

function codesIn(words: string): { status: string[]; replies: { code: string; at: number }[] } {
  const status = [...words.matchAll(STATUS)].map(([code]) => code.replace('=', ''));
  const replies: { code: string; at: number }[] = [];
  for (const match of words.matchAll(REPLY)) {
    const at = match.index + match[0].length;
    if (!QUANTITY.test(words.slice(at, at + 20))) replies.push({ code: match[1] ?? '', at: at - 4 });
  }
  return { status, replies };
}

function ownText(text: string): string {
  const start = text.slice(0, READ_CHARACTERS);
  const copy = COPY_BEGINS.exec(start);
  // Some systems put the copy first, or have the line within their introduction.
  return copy && copy.index > 20 ? start.slice(0, copy.index) : start;
}

function lineAround(text: string, at: number): string | null {
  if (at < 0) return null;
  const line = text.slice(at).trimStart().split('\n', 1)[0] ?? '';
  return line.trim().slice(0, 300) || null;
}
