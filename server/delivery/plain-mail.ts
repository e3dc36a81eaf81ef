import { randomUUID } from 'node:crypto';
import type { Config } from '../config.ts';
import { html } from '../pages/html.ts';
import { messageIdDomain } from './addresses.ts';
import type { OutgoingMail } from './outgoing-mail.ts';

interface PlainMail {
  to: string;
  subject: string;
  /** what there is to say, before the link */
  paragraphs: string[];
  link?: { address: string; label: string };
  closing: string;
}

/** A mail of the product's own in words: the same in text and in HTML, with at most one link. */
export function plainMail(
  config: Config,
  { to, subject, paragraphs, link, closing }: PlainMail,
): OutgoingMail {
  const written = ['Hello,', ...paragraphs, ...(link ? [link.address] : []), closing];
  const text = `${written.join('\n\n')}\n\n${config.PRODUCT_NAME}\n${config.publicUrl}\n`;
  const { markup } = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${subject}</title></head>
<body style="margin:0;padding:32px 16px;background:#f6f1e7;color:#2b2620;font:16px/1.6 Georgia,'Times New Roman',serif">
<table role="presentation" cellpadding="0" cellspacing="0" align="center" style="width:100%;max-width:520px"><tr><td>
<p>Hello,</p>
${paragraphs.map((paragraph) => html`<p style="overflow-wrap:anywhere">${paragraph}</p>\n`)}${link && buttonOf(link)}<p style="font-size:14px">${closing}</p>
<p style="font-size:14px">${config.PRODUCT_NAME}</p>
</td></tr></table>
</body></html>
`;
  return {
    to: { address: to },
    subject,
    text,
    html: markup,
    messageId: `<${randomUUID()}@${messageIdDomain(config)}>`,
  };
}

const buttonOf = ({ address, label }: { address: string; label: string }) =>
  html`<p style="margin:28px 0"><a href="${address}" style="display:inline-block;padding:12px 20px;background:#2b2620;color:#ffffff;text-decoration:none">${label}</a></p>
<p style="font-size:14px;word-break:break-all">${address}</p>
`;
