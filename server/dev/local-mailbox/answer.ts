import { randomUUID } from 'node:crypto';
import { format } from 'date-fns';
import { createTransport } from 'nodemailer';
import type { Config } from '../../config.ts';
import { domainOf, tokenOf } from '../../delivery/addresses.ts';
import { escapeHtml } from '../../pages/html.ts';
import type { MessageContent } from './message-content.ts';

const TIMEOUT = 15_000;

/** True for a message whose Reply-To comes home to a conversation. */
export function canBeAnswered(config: Config, content: MessageContent): boolean {
  return content.replyTo !== null && tokenOf(config, content.replyTo)?.kind === 'reply';
}

/**
 * Answers a captured message as its recipient, the way a mail program would: new text above the quoted letter, as
 * plain text and as HTML, sent over SMTP to the product's own receiver. From there on it is like any other mail.
 * @param port where the receiver listens
 * @throws nodemailer's error when the receiver did not take it
 */
export async function sendAnswer(
  config: Config,
  content: MessageContent,
  answer: string,
  port: number,
): Promise<void> {
  const introduction = introductionOf(content);
  const transporter = createTransport({
    host: reachable(config.INBOUND_SMTP_HOST),
    port,
    name: 'local-mailbox.localhost',
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
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
      text: `${answer}\n\n${introduction}\n\n${quoted(content.text)}\n`,
      html: answerHtml(content, answer, introduction),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  } finally {
    transporter.close();
  }
}

function introductionOf({ date, from }: MessageContent): string {
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

function answerHtml({ html, text }: MessageContent, answer: string, introduction: string): string {
  const lines = (plain: string) => escapeHtml(plain).replaceAll('\n', '<br>');
  const letter = html === null ? lines(text) : bodyOf(html);
  return (
    `<div dir="ltr">${lines(answer)}</div><br>` +
    `<div class="gmail_quote"><div dir="ltr" class="gmail_attr">${escapeHtml(introduction)}<br></div>` +
    `<blockquote class="gmail_quote">${letter}</blockquote></div>`
  );
}

/** What stands between the tags of the body; all of it when there is none. */
function bodyOf(html: string): string {
  const start = /<body[^<>]*>/i.exec(html);
  const end = html.toLowerCase().lastIndexOf('</body>');
  if (!start || end < start.index) return html;
  return html.slice(start.index + start[0].length, end);
}

/** An address to call for one that was listened on: 'any' is not a place. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '::1' : host;
}
