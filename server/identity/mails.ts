import { randomUUID } from 'node:crypto';
import type { Config } from '../config.ts';
import { messageIdDomain } from '../mail/addresses.ts';
import type { OutgoingMail } from '../mail/outgoing-mail.ts';

/**
 * The mails hold nothing that was typed at sign-up but the address itself: whoever signs up with somebody
 * else's address must not be able to write to them.
 */
interface LinkMail {
  to: string;
  subject: string;
  opening: string;
  link: string;
  button: string;
  closing: string;
}

/** The link opens a page that asks to be signed in to this account before it counts. */
export function verificationMail(config: Config, email: string, code: string): OutgoingMail {
  return linkMail(config, {
    to: email,
    subject: `Please confirm your address for ${config.PRODUCT_NAME}`,
    opening: `This address was used to make an account at ${config.PRODUCT_NAME}. If that was you, please confirm it.`,
    link: `${config.publicUrl}/verify-email?oobCode=${code}`,
    button: 'Confirm my address',
    closing:
      'The link works for three days, in a browser that is signed in to this account. If you did not make an account, you need not do anything.',
  });
}

export function passwordResetMail(config: Config, email: string, code: string): OutgoingMail {
  return linkMail(config, {
    to: email,
    subject: `A new password for ${config.PRODUCT_NAME}`,
    opening: `Somebody asked for a new password for the ${config.PRODUCT_NAME} account of this address. If that was you, please choose one.`,
    link: `${config.publicUrl}/reset-password?oobCode=${code}`,
    button: 'Choose a new password',
    closing:
      'The link works for one hour and once. If you did not ask for it, you need not do anything: your password stays as it is.',
  });
}

function linkMail(config: Config, { to, subject, opening, link, button, closing }: LinkMail): OutgoingMail {
  const text = `Hello,\n\n${opening}\n\n${link}\n\n${closing}\n\n${config.PRODUCT_NAME}\n${config.publicUrl}\n`;
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${htmlOf(subject)}</title></head>
<body style="margin:0;padding:32px 16px;background:#f6f1e7;color:#2b2620;font:16px/1.6 Georgia,'Times New Roman',serif">
<table role="presentation" cellpadding="0" cellspacing="0" align="center" style="width:100%;max-width:520px"><tr><td>
<p>Hello,</p>
<p>${htmlOf(opening)}</p>
<p style="margin:28px 0"><a href="${htmlOf(link)}" style="display:inline-block;padding:12px 20px;background:#2b2620;color:#ffffff;text-decoration:none">${htmlOf(button)}</a></p>
<p style="font-size:14px;word-break:break-all">${htmlOf(link)}</p>
<p style="font-size:14px">${htmlOf(closing)}</p>
<p style="font-size:14px">${htmlOf(config.PRODUCT_NAME)}</p>
</td></tr></table>
</body></html>
`;
  return {
    to: { address: to },
    subject,
    text,
    html,
    messageId: `<${randomUUID()}@${messageIdDomain(config)}>`,
  };
}

function htmlOf(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
