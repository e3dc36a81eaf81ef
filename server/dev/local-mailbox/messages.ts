import { desc, eq, sql } from 'drizzle-orm';
import { simpleParser } from 'mailparser';
import type { Database } from '../../core/db/database.ts';
import { notFound } from '../../core/errors.ts';
import { capturedMessages } from '../../mail/out/schema.ts';

const LISTED = 500;

const columns = {
  id: capturedMessages.id,
  envelopeSender: capturedMessages.envelopeSender,
  envelopeRecipients: capturedMessages.envelopeRecipients,
  from: capturedMessages.fromText,
  to: capturedMessages.toText,
  subject: capturedMessages.subject,
  messageId: capturedMessages.messageId,
  capturedAt: capturedMessages.capturedAt,
  openedAt: capturedMessages.openedAt,
  size: sql<number>`octet_length(${capturedMessages.raw})`,
};

export type CapturedMessage = Awaited<ReturnType<typeof listMessages>>[number];

/** Newest first, at most 500. */
export function listMessages(db: Database) {
  return db.select(columns).from(capturedMessages).orderBy(desc(capturedMessages.capturedAt)).limit(LISTED);
}

/** @throws 404 */
export async function findMessage(db: Database, id: string): Promise<CapturedMessage & { raw: Buffer }> {
  const [message] = await db
    .select({ ...columns, raw: capturedMessages.raw })
    .from(capturedMessages)
    .where(eq(capturedMessages.id, id));
  if (!message) throw notFound({ text: 'That message could not be found.' });
  return message;
}

export type MessageContent = Awaited<ReturnType<typeof readContent>>;

export async function readContent(raw: Buffer) {
  const mail = await simpleParser(raw, { skipHtmlToText: true, skipTextToHtml: true, keepCidLinks: true });
  const to = Array.isArray(mail.to) ? mail.to[0] : mail.to;
  return {
    from: mailbox(mail.from?.value[0]),
    to: mailbox(to?.value[0]),
    replyTo: mail.replyTo?.value[0]?.address ?? null,
    subject: mail.subject ?? '',
    date: mail.date ?? null,
    messageId: mail.messageId ?? '',
    references: [mail.references ?? []].flat(),
    text: mail.text ?? '',
    html: mail.html || null,
    parts: mail.attachments,
  };
}

function mailbox(value?: { name: string; address?: string | undefined }): { name: string; address: string } {
  return { name: value?.name ?? '', address: value?.address ?? '' };
}

const SHOWN_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

/** `cid:` addresses (RFC 2392) become the images themselves: the frame may load nothing. */
export function framedHtml({ html, parts }: MessageContent): string {
  const withParts = (html ?? '').replace(/\bcid:([^"'\s)>]+)/gi, (address, id: string) => {
    const part = parts.find(({ cid }) => cid === id);
    if (!part || !SHOWN_TYPES.includes(part.contentType)) return address;
    return `data:${part.contentType};base64,${part.content.toString('base64')}`;
  });
  const base = '<base target="_blank">';
  return /<head[^<>]*>/i.test(withParts)
    ? withParts.replace(/<head[^<>]*>/i, (head) => head + base)
    : base + withParts;
}
