import { createHash } from 'node:crypto';
import type { HeaderFields } from '../../../packages/mail-reader/classify/not-a-reply.ts';
import type { Said, Words } from '../../../shared/words.ts';
import { nameInMail } from '../../../templates/parts/names.ts';
import type { Config } from '../../core/config.ts';
import { mailButton, mailDocument, mailHelp, mailRows, mailText } from '../../core/html/document.ts';
import { html, linesOf } from '../../core/html/html.ts';
import type { OutgoingMail } from '../../core/jobs/jobs.ts';
import { envelopeAddress, mailFrom, newMessageId, type ReplySettings, replyAddress } from './addresses.ts';
import { DeliveryFailure } from './delivery-failure.ts';
import type { MailServices } from './transport.ts';

/** A temporary failure rejects, so that the queue tries again; a permanent one is logged, and told to `refused`. */
export async function sendMail(
  { config, mail: transport, log }: Pick<MailServices, 'config' | 'mail' | 'log'>,
  mail: OutgoingMail,
  refused: (bounceToken: string, reason: Said) => Promise<void> = async () => {},
): Promise<void> {
  const from = mailFrom(config, 'others');
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
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...commonHeaders('notice', mail.language ?? 'en', mail.stopUrl),
      },
    });
  } catch (error) {
    if (!(error instanceof DeliveryFailure) || !error.permanent) throw error;
    log.error({ err: error, messageId: mail.messageId }, 'a mail of our own was refused for good');
    if (mail.bounceToken) await refused(mail.bounceToken, error.reason);
  }
}

/**
 * What every mail has: its language (RFC 3282); its kind, by which Gmail counts complaints for the operator
 * (https://support.google.com/mail/answer/6254652); and where one click ends such mails (RFC 8058, which asks for https).
 */
export function commonHeaders(
  kind: 'letter' | 'answer' | 'notice',
  language: string,
  stopUrl?: string,
): Record<string, string> {
  return {
    'Content-Language': language,
    'Feedback-ID': `${kind}:slowletters`,
    ...(stopUrl?.startsWith('https:')
      ? { 'List-Unsubscribe': `<${stopUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
      : {}),
  };
}

const LOOP_FIELD = 'X-Loop';

/** It identifies a relayed mail that comes back forwarded, even under another Message-ID. */
export function loopMark(config: ReplySettings): Record<string, string> {
  const installation = createHash('sha256').update(replyAddress(config, '')).digest('hex').slice(0, 32);
  return { [LOOP_FIELD]: `slow-letters-${installation}` };
}

export function hasLoopMark(headers: HeaderFields, config: ReplySettings): boolean {
  const mark = loopMark(config)[LOOP_FIELD];
  return headers[LOOP_FIELD.toLowerCase()]?.some((value) => value.trim() === mark) ?? false;
}

/** A person's text: it keeps its lines, and its own direction of writing. */
interface Quoted {
  quoted: string;
}

export interface PlainMail {
  to: string;
  subject: string;
  /** of the recipient, if it is certain that nobody else wrote it */
  name?: string | null;
  paragraphs: (string | Quoted)[];
  rows?: [string, string][];
  link?: { address: string; label: string };
  closing: string;
  stop?: { address: string; label: string };
}

/** The text and the HTML say the same, with at most one button. */
export function plainMail(
  config: Config,
  words: Words,
  { to, name, subject, paragraphs: said, rows = [], link, closing, stop }: PlainMail,
): OutgoingMail {
  const { language } = words;
  const { PRODUCT_NAME: productName, publicUrl } = config;
  const { help, helpLine } = mailHelp(config);
  const paragraphs = name ? [words.t('Hello {name},', { name: nameInMail(name) }), ...said] : said;
  const written = [
    subject,
    ...paragraphs.map((paragraph) => (typeof paragraph === 'string' ? paragraph : paragraph.quoted)),
    ...(rows.length > 0
      ? [rows.map(([label, address]) => words.t('{label}: {address}', { label, address })).join('\n')]
      : []),
    ...(link ? [link.address] : []),
    ...(closing ? [closing] : []),
    ...(stop ? [words.t('{label}: {address}', stop)] : []),
  ];
  const text = `${written.join('\n\n')}\n\n${productName}\n${publicUrl}\n${help}\n`;
  const body = html`<h1 ${mailText.heading}>${subject}</h1>
${paragraphs.map(paragraphOf)}${rows.length > 0 && mailRows(rows, language)}${link && mailButton(link)}`;
  const foot = html`${closing && html`<p ${mailText.small}>${closing}</p>`}
${link && html`<p ${mailText.small}><a href="${link.address}" ${mailText.link}><bdi dir="ltr">${shortened(link.address)}</bdi></a></p>`}
${stop && html`<p ${mailText.small}><a href="${stop.address}" ${mailText.link}>${stop.label}</a></p>`}
${helpLine}`;
  return {
    to: { ...(name ? { name } : {}), address: to },
    subject,
    text,
    html: mailDocument({ language, title: subject, preheader: closing, body, foot, productName }),
    language,
    messageId: newMessageId(config),
    ...(stop ? { stopUrl: stop.address } : {}),
  };
}

const shortened = (address: string) => {
  const { host, pathname } = new URL(address);
  const path = pathname.length > 32 ? `${pathname.slice(0, 20)}…` : pathname;
  return host + (path === '/' ? '' : path);
};

const paragraphOf = (paragraph: string | Quoted) =>
  typeof paragraph === 'string'
    ? html`<p ${mailText.text}>${paragraph}</p>\n`
    : html`<p dir="auto" ${mailText.quoted}>${linesOf(paragraph.quoted)}</p>\n`;
