import { Readable } from 'node:stream';
import type { SendMailOptions } from 'nodemailer';
import { plainName } from '../../../packages/address-files/plain-name.ts';
import type { Services } from '../../core/services.ts';
import type { NamedAddress } from './addresses.ts';

interface MailAttachment {
  filename: string;
  contentType: string;
  /** Content-ID without angle brackets; the part is then shown where the HTML names it */
  cid?: string;
  read(): Promise<Readable>;
}

/** Everything that determines a mail's bytes; sent twice it is the same message. */
export interface ComposedMail {
  from: NamedAddress;
  /** `knownAs` takes the address's place in reasons of failure, whose reader may not know the address */
  to: { name?: string; address: string; knownAs?: string };
  replyTo?: { name?: string; address: string };
  subject: string;
  text: string;
  html?: string;
  /** with angle brackets */
  messageId: string;
  /** where bounces go (RFC 5321, 4.4) */
  envelopeSender: string;
  inReplyTo?: string;
  references?: string[];
  headers?: Record<string, string>;
  attachments?: MailAttachment[];
  /** an instant, or the text of the Date field (RFC 5322, 3.3) in another time zone */
  date?: Date | string;
}

/**
 * A line break in a name or a subject stays inside its header, since nodemailer folds and encodes it.
 * @param failed gets the error when an attachment can't be read, which is no fault of the mail server
 */
export function toMessage(mail: ComposedMail, failed: ContentFault): SendMailOptions {
  const { to, replyTo, envelopeSender, attachments = [], ...message } = mail;
  return {
    date: new Date(),
    ...message,
    to: named(to),
    ...(replyTo ? { replyTo: named(replyTo) } : {}),
    envelope: { from: envelopeSender, to: [to.address] },
    attachments: attachments.map((attachment) => ({
      filename: attachment.filename,
      contentType: attachment.contentType,
      contentDisposition: attachment.cid ? 'inline' : 'attachment',
      ...(attachment.cid ? { cid: attachment.cid } : {}),
      content: opened(attachment, failed),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

export interface ContentFault {
  error?: unknown;
}

function opened(attachment: MailAttachment, failed: ContentFault): Readable {
  async function* content() {
    try {
      yield* await attachment.read();
    } catch (error) {
      failed.error ??= error;
      throw error;
    }
  }
  return Readable.from(content(), { objectMode: false });
}

const named = (mailbox: { name?: string; address: string }) => ({
  name: plainName(mailbox.name ?? ''),
  address: mailbox.address,
});

export interface MailServices extends Services {
  mail: MailTransport;
}

export interface MailTransport {
  readonly kind: 'smtp' | 'local-mailbox';
  /** one line for the log at start: kind and server */
  readonly description: string;
  /**
   * Resolves when the mail server has accepted the mail.
   * @param failures of the mail server in a row until now
   * @throws {DeliveryFailure} when it did not; a fault in reading an attachment is thrown as it is
   */
  send(mail: ComposedMail, failures?: number): Promise<void>;
  /** true when the last mail found no mail server that takes mail from us, or the last two recipients were put off */
  isFailing(): boolean;
  close(): Promise<void>;
}
