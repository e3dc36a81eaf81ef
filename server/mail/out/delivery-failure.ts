import type { NodemailerError } from 'nodemailer';
import { exactStatus } from '../../../packages/mail-reader/failure-meanings.ts';
import { type Said, said } from '../../../shared/words.ts';
import { inEnglish } from '../../core/words.ts';
import type { StepError } from './smtp-connections.ts';

/** `reason` is for the person who sent it, without the terms of mail servers; `response` for the log. */
export class DeliveryFailure extends Error {
  override name = 'DeliveryFailure';
  /** true when the same mail would be refused again (RFC 5321, 4.2.1: 5yz) */
  readonly permanent: boolean;
  /** true when the server would take no mail at all */
  readonly isOfServer: boolean;
  readonly reason: Said;
  /** the SMTP reply, or the network or TLS error */
  readonly response?: string;

  constructor(permanent: boolean, reason: Said, response?: string, cause?: StepError) {
    const english = inEnglish(reason);
    super(response ? `${english} (${response})` : english, { cause });
    this.permanent = permanent;
    this.isOfServer = !permanent && cause !== undefined && isOfServer(cause);
    this.reason = reason;
    if (response !== undefined) this.response = response;
  }
}

/** Replies about a recipient or a message do not count: servers also throttle by recipient. */
function isOfServer({ step, responseCode, command }: StepError): boolean {
  if (step === 'envelope') return responseCode === undefined || command === 'MAIL FROM';
  return step === 'connect' || step === 'login';
}

/** Steps at which a 5yz reply is about this mail; at any other it is about our connection to the server. */
const STEPS_ABOUT_THE_MAIL = ['MAIL FROM', 'RCPT TO', 'DATA'];
/** 5yz replies that ask for another login or for TLS (RFC 4954, 6): about our settings, not about the mail. */
const REPLIES_ABOUT_US = [503, 530, 534, 535, 538];

export function toDeliveryFailure(error: StepError, recipient: string): DeliveryFailure {
  const response = (error.response ?? `${error.code ?? 'error'}: ${error.message}`)
    .replace(/\s+/g, ' ')
    .trim();
  const fail = (permanent: boolean, reason: Said) => new DeliveryFailure(permanent, reason, response, error);

  if (
    error.code === 'EAUTH' ||
    error.code === 'ENOAUTH' ||
    REPLIES_ABOUT_US.includes(error.responseCode ?? 0)
  ) {
    return fail(false, said('Our mail server did not let us in. We have been told and are looking into it.'));
  }
  if (isTlsError(error)) return fail(false, said('No safe connection to the mail server could be made.'));
  if (error.responseCode && error.responseCode >= 400) {
    const permanent = error.responseCode >= 500 && STEPS_ABOUT_THE_MAIL.includes(error.command ?? '');
    return fail(permanent, reasonOf(error, recipient, permanent));
  }
  if (error.code === 'EENVELOPE')
    return fail(true, said('{address} is not an address that mail can be sent to.', { address: recipient }));
  if (error.code === 'EMESSAGE' && /larger than allowed/.test(error.message)) {
    return fail(true, said('The mail is larger than the mail server takes.'));
  }
  if (error.code === 'ETIMEDOUT' || error.code === 'EABORT') {
    return fail(false, said('The mail server took too long to answer.'));
  }
  return fail(false, said('The mail server could not be reached.'));
}

/** Also when TLS was required and is missing. */
export function isTlsError(error: NodemailerError): boolean {
  return (
    error.code === 'ETLS' || /certificate|self-signed|SSL routines|wrong version number/i.test(error.message)
  );
}

function reasonOf(error: NodemailerError, address: string, permanent: boolean): Said {
  const stated = /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(error.response ?? '')?.[0] ?? null;
  // A reply without a status code tells of the mailbox only where it answers RCPT TO.
  const status = error.command === 'RCPT TO' || stated ? exactStatus(stated, error.response ?? '') : stated;
  const known = reasonOfStatus(status ?? '', address);
  if (known && (permanent || !isUnreachable(status ?? ''))) return known;
  if (error.responseCode === 452) return said('The mailbox of {address} is full.', { address });
  if (error.responseCode === 552)
    return said('The mail is larger than the mailbox of {address} takes.', { address });
  if (error.command === 'MAIL FROM') return said('The mail server does not take mail from our address.');
  if (error.command === 'RCPT TO' && !status && [550, 551, 553].includes(error.responseCode ?? 0)) {
    return said('There is no mailbox at {address}.', { address });
  }
  if (!permanent) return said('The mail server asked us to come back later.');
  return said('The mail server of {address} refused the mail.', { address });
}

/** Codes by subject and detail (RFC 3463; registry at IANA; Microsoft 365's own of three digits). */
const NO_MAILBOX = ['1.1', '1.10', '1.15', '1.16', '1.351'];
const NO_DOMAIN = ['1.2', '1.3', '1.5', '4.4', '4.310', '4.312'];
const CLOSED = ['2.1', '1.6', '1.11'];
const FULL = ['2.2', '1.90', '2.15', '2.10'];
const TOO_LARGE = ['2.3', '3.4'];

const isUnreachable = (status: string) => /^[45]\.4\.\d/.test(status);

/** For an enhanced status code such as 5.1.1 (RFC 3463; registry at IANA); null for a code that is too general. */
export function reasonOfStatus(status: string, address: string): Said | null {
  const code = status.replace(/^[245]\./, '');
  if (NO_MAILBOX.includes(code)) return said('There is no mailbox at {address}.', { address });
  if (NO_DOMAIN.includes(code)) return said('The address {address} does not take mail.', { address });
  if (CLOSED.includes(code)) return said('The mailbox of {address} is closed or suspended.', { address });
  if (FULL.includes(code)) return said('The mailbox of {address} is full.', { address });
  if (TOO_LARGE.includes(code))
    return said('The mail is larger than the mailbox of {address} takes.', { address });
  if (isUnreachable(status)) return said('The mail server of {address} could not be reached.', { address });
  return null;
}
