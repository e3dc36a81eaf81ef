import { type DeliveryStatus, readDeliveryStatus } from '../parse/delivery-status.ts';
import { readBouncePhrases } from './bounce-phrases.ts';
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

const MACHINE =
  /^(?:mailer-daemon|postmaster|mail-daemon|mailerdaemon|mail\.?router|microsoftexchange[0-9a-f]*|mail-?delivery|mdaemon)(?:@|$)/i;
const SUBJECT =
  /^(?:undeliver(?:able|ed)|delivery (?:status notification|failure|has failed)|mail delivery|mail system error|failure notice|returned mail|warning: (?:could not|message)|message (?:not delivered|undeliverable)|unzustellbar|nicht zustellbar|non remis|no se puede entregar|onbestelbaar)/i;

/**
 * What became of a mail, as a mail server reports it: by RFC 3464, else by the phrases of servers that do not write
 * it. Of several recipients the worst counts: a letter has only one, but it may have been forwarded.
 * @returns null for anything but a delivery report: vacation notes come to the envelope sender too
 */
export function readBounceReport(message: BounceCandidate): DeliveryStatus | null {
  const type = message.headers['content-type']?.[0] ?? '';
  // Read receipts (RFC 8098) and complaints (RFC 5965) are reports about mail that arrived.
  if (/report-type\s*=\s*"?(?:disposition-notification|feedback-report)/i.test(type)) return null;
  const reported = readDeliveryStatus(message.raw);
  const worst =
    reported.find(({ action }) => action === 'failed') ??
    reported.find(({ action }) => action === 'delayed') ??
    reported[0];
  if (worst) return worst;
  return isFromMachine(message) ? readBouncePhrases(message.subject, message.text) : null;
}

function isFromMachine({ headers, from, subject, envelopeSender }: BounceCandidate): boolean {
  if (headers['x-failed-recipients']) return true;
  if (MACHINE.test(from) || MACHINE.test(envelopeSender)) return true;
  return envelopeSender === '' && SUBJECT.test(subject.trim());
}
