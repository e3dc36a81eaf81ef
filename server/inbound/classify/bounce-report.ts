import { type DeliveryStatus, readDeliveryStatus } from '../parse/delivery-status.ts';
import { addressesIn } from './addresses-in-text.ts';
import { readBouncePhrases } from './bounce-phrases.ts';
import { hasKnownShape } from './bounce-shapes.ts';
import type { HeaderFields } from './not-a-reply.ts';

/** What of a message tells a bounce from other mail. */
export interface BounceCandidate {
  raw: Buffer;
  headers: HeaderFields;
  /** the From address */
  from: string;
  subject: string;
  /** its text, of any part */
  text: string;
  /** empty for the null sender (RFC 5321, 4.5.5) */
  envelopeSender: string;
}

/** What became of a mail, and what the report itself gives as evidence that it is one. */
export interface BounceReport extends DeliveryStatus {
  /** addresses that it says this became of, at most 50 */
  recipients: string[];
  /** it came from the null sender, as every report of a mail server does (RFC 5321, 4.5.5) */
  fromNullSender: boolean;
  /** it begins as the reports of a mail system do that we know */
  hasKnownShape: boolean;
}

const RECIPIENTS_MAX = 50;

const MACHINE =
  /^(?:mailer-daemon|postmaster|mail-daemon|mailerdaemon|mail\.?router|microsoftexchange[0-9a-f]*|mail-?delivery|mdaemon)(?:@|$)/i;
const SUBJECT =
  /^(?:undeliver(?:able|ed)|delivery (?:status notification|failure|has failed)|mail delivery|mail system error|failure notice|returned mail|warning: (?:could not|message)|message (?:not delivered|undeliverable)|unzustellbar|nicht zustellbar|non remis|no se puede entregar|onbestelbaar)/i;

/**
 * What became of a mail, as a mail server reports it: by RFC 3464, else by the phrases of servers that do not write
 * it. Of several recipients the worst counts: a letter has only one, but it may have been forwarded. Phrases count from
 * the null sender alone, since anybody can write them.
 * @returns null for anything but a delivery report: vacation notes come to the envelope sender too
 */
export function readBounceReport(message: BounceCandidate): BounceReport | null {
  const { headers, raw, subject, text, envelopeSender } = message;
  const type = headers['content-type']?.[0] ?? '';
  // Read receipts (RFC 8098) and complaints (RFC 5965) are reports about mail that arrived.
  if (/report-type\s*=\s*"?(?:disposition-notification|feedback-report)/i.test(type)) return null;
  const fromNullSender = envelopeSender === '';
  const reported = readDeliveryStatus(raw);
  const worst =
    reported.find(({ action }) => action === 'failed') ??
    reported.find(({ action }) => action === 'delayed') ??
    reported[0] ??
    (fromNullSender && isFromMachine(message) ? readBouncePhrases(subject, text) : null);
  if (!worst) return null;
  const recipients = [
    ...worst.recipients,
    ...reported.filter(({ action }) => action === worst.action).flatMap((each) => each.recipients),
    ...(headers['x-failed-recipients'] ?? []).flatMap((text) => addressesIn(text)),
  ];
  return {
    ...worst,
    recipients: [...new Set(recipients)].slice(0, RECIPIENTS_MAX),
    fromNullSender,
    hasKnownShape: hasKnownShape(text),
  };
}

function isFromMachine({ headers, from, subject }: BounceCandidate): boolean {
  if (headers['x-failed-recipients']) return true;
  return MACHINE.test(from) || SUBJECT.test(subject.trim());
}
