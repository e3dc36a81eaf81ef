import type { BounceReport } from '../../../packages/mail-reader/classify/bounce-report.ts';
import { type Said, said } from '../../../shared/words.ts';
import { sameAddress } from '../out/addresses.ts';
import { reasonOfStatus } from '../out/delivery-failure.ts';

/** Days after a mail left in which a bounce of it counts. Mail servers give up after five (RFC 5321, 4.5.4.1). */
export const BOUNCES_WITHIN_DAYS = 7;

/** False for a vacation note and for reports of delay, delivery or relaying: they return no credit. */
export const isFailure = (report: BounceReport | null): report is BounceReport => report?.action === 'failed';

export interface Evidence {
  report: BounceReport;
  /** Message-IDs in the report: of the mail that it returns */
  namedMessageIds: string[];
}

/**
 * A report counts if it has the null sender and names the mail's recipient, returns the mail, or has a known shape.
 * The token alone proves nothing: whoever got the mail can read it, and that may be its sender.
 */
export function isProven(
  { report, namedMessageIds }: Evidence,
  mail: { recipientEmail: string; messageId: string },
): boolean {
  if (!report.fromNullSender) return false;
  return (
    report.recipients.some((address) => sameAddress(address, mail.recipientEmail)) ||
    namedMessageIds.includes(mail.messageId) ||
    report.hasKnownShape
  );
}

export function reasonOfReport({ status }: BounceReport, address: string): Said {
  const known = reasonOfStatus(status ?? '', address);
  if (known) return known;
  if (status?.startsWith('4.'))
    return said('The mail server of {address} could not be reached.', { address });
  return said('The mail server of {address} refused the mail.', { address });
}
