import { Readable } from 'node:stream';
import type { SendMailOptions } from 'nodemailer';
import type { NamedAddress } from './addresses.ts';

interface MailAttachment {
  filename: string;
  contentType: string;
  /** Content-ID without angle brackets; the part is then shown where the HTML names it */
  cid?: string;
  /** bytes */
  size: number;
  /** opened when its turn comes, not before */
  read(): Promise<Readable>;
}

/** A mail with all that decides its bytes; sent twice it is the same message. */
export interface ComposedMail {
  from: NamedAddress;
  to: { name?: string; address: string };
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
  date?: Date;
}

/** Told of a part that could not be read: the mail's own fault, not the mail server's. */
export type ContentFault = (error: unknown) => void;

/**
 * The mail as nodemailer takes it. Nodemailer folds and encodes every header, so a line break in a name or a
 * subject stays inside its header; files and URLs are never fetched on a mail's behalf.
 */
export function toMessage(mail: ComposedMail, onContentFault: ContentFault): SendMailOptions {
  return {
    from: mail.from,
    to: named(mail.to),
    ...(mail.replyTo ? { replyTo: named(mail.replyTo) } : {}),
    subject: mail.subject,
    text: mail.text,
    ...(mail.html === undefined ? {} : { html: mail.html }),
    messageId: mail.messageId,
    ...(mail.inReplyTo ? { inReplyTo: mail.inReplyTo } : {}),
    ...(mail.references?.length ? { references: mail.references } : {}),
    ...(mail.headers ? { headers: mail.headers } : {}),
    date: mail.date ?? new Date(),
    envelope: { from: mail.envelopeSender, to: [mail.to.address] },
    attachments: (mail.attachments ?? []).map((attachment) => ({
      filename: attachment.filename,
      contentType: attachment.contentType,
      contentDisposition: attachment.cid ? 'inline' : 'attachment',
      ...(attachment.cid ? { cid: attachment.cid } : {}),
      content: opened(attachment, onContentFault),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function opened(attachment: MailAttachment, onContentFault: ContentFault): Readable {
  async function* content() {
    try {
      yield* await attachment.read();
    } catch (error) {
      onContentFault(error);
      throw error;
    }
  }
  return Readable.from(content(), { objectMode: false });
}

const named = (mailbox: { name?: string; address: string }) => ({
  name: mailbox.name ?? '',
  address: mailbox.address,
});
