import { randomUUID } from 'node:crypto';
import { format } from 'date-fns/format';
import { createTransport } from 'nodemailer';
import type { Config } from '../../core/config.ts';
import { escapeHtml } from '../../core/html/html.ts';
import { domainOf, tokenOf } from '../../mail/out/addresses.ts';
import type { MessageContent } from './messages.ts';

const TIMEOUT_MS = 15_000;

export function canReplyTo(config: Config, content: MessageContent): boolean {
  return content.replyTo !== null && tokenOf(config, content.replyTo)?.kind === 'reply';
}

/** @throws nodemailer's error when the receiver did not accept it */
export async function sendReply(config: Config, content: MessageContent, replyText: string, port: number) {
  const attributionLine = attributionLineOf(content);
  const transporter = createTransport({
    host: loopbackFor(config.INBOUND_SMTP_HOST),
    port,
    name: 'local-mailbox.localhost',
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    tls: { rejectUnauthorized: false },
  });
  try {
    await transporter.sendMail({
      from: content.to,
      to: content.replyTo ?? '',
      subject: /^re:/i.test(content.subject) ? content.subject : `Re: ${content.subject}`,
      messageId: `<${randomUUID()}@${domainOf(content.to.address) || 'localhost'}>`,
      inReplyTo: content.messageId,
      references: [...content.references, content.messageId],
      text: `${replyText}\n\n${attributionLine}\n\n${quoted(content.text)}\n`,
      html: replyHtml(content, replyText, attributionLine),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  } finally {
    transporter.close();
  }
}

function attributionLineOf({ date, from }: MessageContent): string {
  const when = format(date ?? new Date(), "EEE, MMM d, yyyy 'at' h:mm a");
  return `On ${when} ${from.name ? `${from.name} ` : ''}<${from.address}> wrote:`;
}

function quoted(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => (line ? `> ${line}` : '>'))
    .join('\n');
}

function replyHtml({ html, text }: MessageContent, replyText: string, attributionLine: string): string {
  const lines = (plain: string) => escapeHtml(plain).replaceAll('\n', '<br>');
  const letter = html === null ? lines(text) : bodyOf(html);
  return (
    `<div dir="ltr">${lines(replyText)}</div><br>` +
    `<div class="gmail_quote"><div dir="ltr" class="gmail_attr">${escapeHtml(attributionLine)}<br></div>` +
    `<blockquote class="gmail_quote">${letter}</blockquote></div>`
  );
}

function bodyOf(html: string): string {
  const start = /<body[^<>]*>/i.exec(html);
  const end = html.toLowerCase().lastIndexOf('</body>');
  if (!start || end < start.index) return html;
  return html.slice(start.index + start[0].length, end);
}

/** For a receiver that listens on every address. */
function loopbackFor(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '::1' : host;
}
