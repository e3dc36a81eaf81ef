import { randomUUID } from 'node:crypto';
import { format } from 'date-fns/format';
import { createTransport } from 'nodemailer';
import type { Config } from '../../core/config.ts';
import { domainOf, tokenOf } from '../../mail/out/addresses.ts';
import type { MessageContent } from './messages.ts';

const TIMEOUT_MS = 15_000;

export function canReplyTo(config: Config, content: MessageContent): boolean {
  return content.replyTo !== null && tokenOf(config, content.replyTo)?.kind === 'reply';
}

/** @throws nodemailer's error when the receiver did not accept it */
export async function sendReply(config: Config, content: MessageContent, replyText: string, port: number) {
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
      text: `${replyText}\n\n${attributionLineOf(content)}\n\n${quoted(content.text)}\n`,
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

/** For a receiver that listens on every address. */
function loopbackFor(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '::1' : host;
}
