import { addressesIn } from './addresses-in-text.ts';
import type { HeaderFields } from './not-a-reply.ts';

/** A complaint about a mail of ours that its recipient made to their mail service. */
export interface FeedbackReport {
  /** what they said it is; services that only have one button say abuse */
  type: 'abuse' | 'fraud';
  /** addresses with a plus in it, as our own are: the mail that it is about names its envelope sender */
  addresses: string[];
}

/** Bytes in which a report and the header of the mail that it is about begin. */
export const FEEDBACK_SEARCHED_BYTES = 256 * 1024;
const ADDRESSES_MAX = 50;

const PART = /^content-type:[ \t]*message\/feedback-report\b/im;
const TYPE = /^feedback-type:[ \t]*([a-z-]{1,40})/im;
/** Outlook.com's junk mail reports, which have no such part but the mail itself. */
const OUTLOOK = /^complaint about message from \S/i;

/** What services call it (RFC 5965, 7.3); others, such as `not-spam` or `auth-failure`, are no complaints. */
const TYPES: Record<string, FeedbackReport['type']> = { abuse: 'abuse', 'opt-out': 'abuse', fraud: 'fraud' };

/**
 * Reads a complaint: an abuse feedback report (RFC 5965), or Outlook.com's form of it. Whether it really comes from a mail
 * service is not known yet.
 * @returns null for any other message, and for feedback that is no complaint
 */
export function readFeedbackReport(raw: Buffer, headers: HeaderFields): FeedbackReport | null {
  const type = typeOf(raw, headers);
  return type && { type, addresses: plusAddressesIn(raw) };
}

export function plusAddressesIn(raw: Buffer): string[] {
  const text = raw.subarray(0, FEEDBACK_SEARCHED_BYTES).toString('latin1').replaceAll('\u0000', '');
  const found = addressesIn(text, FEEDBACK_SEARCHED_BYTES).filter((address) => address.includes('+'));
  return [...new Set(found)].slice(0, ADDRESSES_MAX);
}

function typeOf(raw: Buffer, headers: HeaderFields): FeedbackReport['type'] | null {
  const contentType = headers['content-type']?.[0] ?? '';
  if (
    /^multipart\/report\b/i.test(contentType) &&
    /report-type\s{0,9}=\s{0,9}"?feedback-report\b/i.test(contentType)
  ) {
    const text = raw.subarray(0, FEEDBACK_SEARCHED_BYTES).toString('latin1').replace(/\r\n?/g, '\n');
    const part = PART.exec(text);
    const type = part && TYPE.exec(text.slice(part.index))?.[1]?.toLowerCase();
    return (type && TYPES[type]) || null;
  }
  return OUTLOOK.test(headers.subject?.[0] ?? '') && /^multipart\//i.test(contentType) ? 'abuse' : null;
}
