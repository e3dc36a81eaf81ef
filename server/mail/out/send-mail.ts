import type { Said, Words } from '../../../shared/words.ts';
import type { Config } from '../../core/config.ts';
import { mailDocument } from '../../core/html/document.ts';
import { html, linesOf } from '../../core/html/html.ts';
import type { OutgoingMail } from '../../core/jobs/jobs.ts';
import { envelopeAddress, mailFrom, newMessageId } from './addresses.ts';
import { DeliveryFailure } from './delivery-failure.ts';
import type { MailServices } from './transport.ts';

/**
 * Sends a mail of the product's own. A temporary failure rejects, so that the queue tries again; a permanent one is
 * logged, and told to `refused` where the mail's bounces are read.
 */
export async function sendMail(
  { config, mail: transport, log }: Pick<MailServices, 'config' | 'mail' | 'log'>,
  mail: OutgoingMail,
  refused: (bounceToken: string, reason: Said) => Promise<void> = async () => {},
): Promise<void> {
  const from = mailFrom(config);
  try {
    await transport.send({
      from,
      to: mail.to,
      ...(mail.replyTo ? { replyTo: { address: mail.replyTo } } : {}),
      subject: mail.subject,
      text: mail.text,
      ...(mail.html === undefined ? {} : { html: mail.html }),
      messageId: mail.messageId,
      envelopeSender: mail.bounceToken ? envelopeAddress(config, mail.bounceToken) : from.address,
      // RFC 3834, 5: no automatic replies to these.
      headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail.stopUrl) },
    });
  } catch (error) {
    if (!(error instanceof DeliveryFailure) || !error.permanent) throw error;
    log.error({ err: error, messageId: mail.messageId }, 'a mail of our own was refused for good');
    if (mail.bounceToken) await refused(mail.bounceToken, error.reason);
  }
}

/**
 * One click in the mail program, confirmed by its POST (RFC 8058). The RFC asks for https, and a local address would only
 * mislead.
 */
export function unsubscribeHeaders(stopUrl: string | undefined): Record<string, string> {
  if (!stopUrl?.startsWith('https:')) return {};
  return { 'List-Unsubscribe': `<${stopUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** What a person wrote, in lines, and in a language and direction of its own. */
interface Quoted {
  quoted: string;
}

export interface PlainMail {
  to: string;
  subject: string;
  /** before the link */
  paragraphs: (string | Quoted)[];
  link?: { address: string; label: string };
  closing: string;
  /** the page that ends such mails */
  stop?: { address: string; label: string };
}

const MAIL_STYLE =
  "margin:0;padding:24px 12px;background:#e3e8ed;color:#161f36;font:16px/1.6 Georgia,'Times New Roman',serif";

/** A notice of the product's own, worded already, the same in text and in HTML, with at most one link. */
export function plainMail(
  config: Config,
  words: Words,
  { to, subject, paragraphs, link, closing, stop }: PlainMail,
): OutgoingMail {
  const { language } = words;
  const hello = words.t('Hello,');
  const written = [
    hello,
    ...paragraphs.map((paragraph) => (typeof paragraph === 'string' ? paragraph : paragraph.quoted)),
    ...(link ? [link.address] : []),
    closing,
    ...(stop ? [words.t('{label}: {address}', stop)] : []),
  ];
  const text = `${written.join('\n\n')}\n\n${config.PRODUCT_NAME}\n${config.publicUrl}\n`;
  const body = html`<table role="presentation" cellpadding="0" cellspacing="0" align="center" style="width:100%;max-width:560px"><tr><td style="padding:16px 24px;background:#ffffff">
<p>${hello}</p>
${paragraphs.map(paragraphOf)}${link && buttonOf(link)}<p style="font-size:14px">${closing}</p>
${stop && html`<p style="font-size:14px"><a href="${stop.address}" style="color:#25399b">${stop.label}</a></p>\n`}<p style="font-size:14px">${config.PRODUCT_NAME}</p>
</td></tr></table>`;
  return {
    to: { address: to },
    subject,
    text,
    html: mailDocument({ language, title: subject, style: MAIL_STYLE, body }),
    messageId: newMessageId(config),
    ...(stop ? { stopUrl: stop.address } : {}),
  };
}

const paragraphOf = (paragraph: string | Quoted) =>
  typeof paragraph === 'string'
    ? html`<p style="overflow-wrap:anywhere">${paragraph}</p>\n`
    : html`<p dir="auto" style="overflow-wrap:anywhere">${linesOf(paragraph.quoted)}</p>\n`;

const buttonOf = ({ address, label }: { address: string; label: string }) =>
  html`<p style="margin:28px 0"><a href="${address}" style="display:inline-block;padding:12px 20px;background:#25399b;color:#ffffff;text-decoration:none">${label}</a></p>
<p style="font-size:14px;word-break:break-all"><bdi dir="ltr">${address}</bdi></p>
`;
