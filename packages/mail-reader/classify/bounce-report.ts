import { type DeliveryStatus, readFieldsInText } from '../parse/delivery-status.ts';
import { anyOf } from '../phrases.ts';
import { addressesIn } from './addresses-in-text.ts';
import { readBouncePhrases } from './bounce-phrases.ts';
import { isMailSystem, isMailSystemName, NOBODY } from './bounce-senders.ts';
import { REPORT_SUBJECT } from './bounce-words.ts';
import type { HeaderFields } from './not-a-reply.ts';

export interface BounceCandidate {
  /** its `message/delivery-status` parts */
  statuses: DeliveryStatus[];
  headers: HeaderFields;
  from: string;
  subject: string;
  text: string;
  /** empty for the null sender (RFC 5321, 4.5.5) */
  envelopeSender: string;
}

export interface BounceReport extends DeliveryStatus {
  /** addresses that it says this became of, at most 50 */
  recipients: string[];
  /** it came from the null sender, as every report of a mail server does (RFC 5321, 4.5.5) */
  fromNullSender: boolean;
  /** it begins as the reports of a known mail system do */
  hasKnownShape: boolean;
}

const RECIPIENTS_MAX = 50;

/**
 * How the reports of known mail systems begin. Narrower than the phrases by which a failure is found: a report that names
 * no recipient of ours is evidence for a refund only in one of these shapes.
 */
const SHAPE = new RegExp(String.raw`\b${anyOf('report sentences')}|^${anyOf('report lines')}`, 'im');
/** Characters in which that is searched: an introduction for people may come first. */
const SHAPE_SEARCHED_CHARACTERS = 2_000;

/**
 * What became of a mail, as a mail server reports it: by RFC 3464, else by the phrases of servers that do not write
 * it. Of several recipients the worst counts: a letter has only one, but it may have been forwarded. Anybody can write such
 * a report; whether it proves enough for a refund is decided elsewhere. Phrases count from machines alone.
 * @returns null for anything but a delivery report: vacation notes come to the envelope sender too
 */
export function readBounceReport(message: BounceCandidate): BounceReport | null {
  const { headers, statuses, subject, text, envelopeSender } = message;
  const type = headers['content-type']?.[0] ?? '';
  // Read receipts (RFC 8098) and complaints (RFC 5965) are reports about mail that arrived.
  if (/report-type\s*=\s*"?(?:disposition-notification|feedback-report)/i.test(type)) return null;
  const byMachine = isFromMachine(message);
  const reported = statuses.length > 0 || !byMachine ? statuses : readFieldsInText(text);
  const stated =
    reported.find(({ action }) => action === 'failed') ??
    reported.find(({ action }) => action === 'delayed') ??
    reported[0];
  const phrases = !stated && byMachine ? readBouncePhrases(subject, text) : null;
  const worst = stated ? withWords(stated, text) : phrases;
  if (!worst) return null;
  const recipients = [
    ...worst.recipients,
    ...reported.filter(({ action }) => action === worst.action).flatMap((each) => each.recipients),
    ...(headers['x-failed-recipients'] ?? []).flatMap((text) => addressesIn(text)),
  ];
  return {
    ...worst,
    recipients: [...new Set(recipients)].slice(0, RECIPIENTS_MAX),
    fromNullSender: envelopeSender === '',
    hasKnownShape: hasKnownShape(text),
  };
}

const hasKnownShape = (text: string): boolean => SHAPE.test(text.slice(0, SHAPE_SEARCHED_CHARACTERS));

/** Where the fields give no more than a general code, the report's text for people may tell the cause. */
function withWords(stated: DeliveryStatus, text: string): DeliveryStatus {
  if (stated.action !== 'failed' || !/^(?:[45]\.(?:0|3|5)\.0)?$/.test(stated.status ?? '')) return stated;
  const status = readBouncePhrases('', text)?.status ?? stated.status;
  return { ...stated, status };
}

/**
 * With an envelope sender only a mail system's address counts, or a no-reply address with a report's subject: people
 * write such words, too. Such a report proves nothing, and returns no credit.
 */
function isFromMachine({ headers, from, subject, text, envelopeSender }: BounceCandidate): boolean {
  if (envelopeSender !== '')
    return (
      isMailSystem(envelopeSender) || (NOBODY.test(envelopeSender) && REPORT_SUBJECT.test(subject.trim()))
    );
  if (headers['x-failed-recipients'] || from === '' || isMailSystem(from)) return true;
  if (isMailSystemName(headers.from?.[0] ?? '')) return true;
  const type = headers['content-type']?.[0] ?? '';
  if (/report-type\s*=\s*"?delivery-status/i.test(type)) return true;
  return REPORT_SUBJECT.test(subject.trim()) || hasKnownShape(text);
}
