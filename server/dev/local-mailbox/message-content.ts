import { simpleParser } from 'mailparser';

interface MessagePart {
  filename: string;
  contentType: string;
  /** bytes */
  size: number;
  cid: string | null;
  content: Buffer;
}

export interface MessageContent {
  from: { name: string; address: string };
  to: { name: string; address: string };
  replyTo: string | null;
  subject: string;
  date: Date | null;
  messageId: string;
  references: string[];
  text: string;
  html: string | null;
  parts: MessagePart[];
}

/** A captured message taken apart, as a mail program would. */
export async function readContent(raw: Buffer): Promise<MessageContent> {
  const mail = await simpleParser(raw, { skipHtmlToText: true, skipTextToHtml: true, keepCidLinks: true });
  const to = Array.isArray(mail.to) ? mail.to[0] : mail.to;
  const references = mail.references ?? [];
  return {
    from: mailbox(mail.from?.value[0]),
    to: mailbox(to?.value[0]),
    replyTo: mail.replyTo?.value[0]?.address ?? null,
    subject: mail.subject ?? '',
    date: mail.date ?? null,
    messageId: mail.messageId ?? '',
    references: Array.isArray(references) ? references : [references],
    text: mail.text ?? '',
    html: mail.html === false ? null : mail.html,
    parts: mail.attachments.map((attachment, index) => ({
      filename: attachment.filename ?? `part-${index + 1}`,
      contentType: attachment.contentType,
      size: attachment.size,
      cid: attachment.cid ?? null,
      content: attachment.content,
    })),
  };
}

/**
 * The HTML part for its frame: `cid:` addresses (RFC 2392) lead to the parts, and links open outside the frame.
 * @param partUrl address of a part by its place in the message
 */
export function framedHtml({ html, parts }: MessageContent, partUrl: (index: number) => string): string {
  const withParts = (html ?? '').replace(/\bcid:([^"'\s)>]+)/gi, (address, encoded: string) => {
    const index = parts.findIndex((part) => part.cid === decoded(encoded));
    return index < 0 ? address : partUrl(index);
  });
  const base = '<base target="_blank">';
  return /<head[^<>]*>/i.test(withParts)
    ? withParts.replace(/<head[^<>]*>/i, (head) => head + base)
    : base + withParts;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function mailbox(value: { name: string; address?: string | undefined } | undefined): {
  name: string;
  address: string;
} {
  return { name: value?.name ?? '', address: value?.address ?? '' };
}
