import { randomUUID } from 'node:crypto';
import type { Config } from '../config.ts';
import { messageIdDomain } from '../mail/addresses.ts';
import type { OutgoingMail } from '../mail/outgoing-mail.ts';

/**
 * The mails hold nothing that was typed at sign-up but the address itself: whoever signs up with somebody
 * else's address must not be able to write to them.
 */
interface PlainMail {
  to: string;
  subject: string;
  opening: string;
  link?: { address: string; label: string };
  closing: string;
}

/** The link opens a page that asks to be signed in to this account before it counts. */
export function verificationMail(config: Config, email: string, code: string): OutgoingMail {
  return plainMail(config, {
    to: email,
    subject: `Please confirm your address for ${config.PRODUCT_NAME}`,
    opening: `This address was used to make an account at ${config.PRODUCT_NAME}. If that was you, please confirm it.`,
    link: { address: `${config.publicUrl}/verify-email?oobCode=${code}`, label: 'Confirm my address' },
    closing:
      'The link works for three days, in a browser that is signed in to this account. If you did not make an account, you need not do anything.',
  });
}

export function passwordResetMail(config: Config, email: string, code: string): OutgoingMail {
  return plainMail(config, {
    to: email,
    subject: `A new password for ${config.PRODUCT_NAME}`,
    opening: `Somebody asked for a new password for the ${config.PRODUCT_NAME} account of this address. If that was you, please choose one.`,
    link: { address: `${config.publicUrl}/reset-password?oobCode=${code}`, label: 'Choose a new password' },
    closing:
      'The link works for one hour and once. If you did not ask for it, you need not do anything: your password stays as it is.',
  });
}

/** To the address that an account is to have. The link opens a page that asks to be signed in to the account. */
export function emailChangeMail(config: Config, newEmail: string, code: string): OutgoingMail {
  return plainMail(config, {
    to: newEmail,
    subject: `Please confirm your new address for ${config.PRODUCT_NAME}`,
    opening: `Somebody asked to use this address for their ${config.PRODUCT_NAME} account from now on. If that was you, please confirm it.`,
    link: { address: `${config.publicUrl}/change-email?oobCode=${code}`, label: 'Use this address' },
    closing:
      'The link works for one day, in a browser that is signed in to the account. If you did not ask for it, you need not do anything.',
  });
}

/** To the address that an account has: time to act, should it be news. */
export function emailChangeAskedMail(config: Config, email: string): OutgoingMail {
  return plainMail(config, {
    to: email,
    subject: `Another address for your ${config.PRODUCT_NAME} account`,
    opening: `Somebody who is signed in to your ${config.PRODUCT_NAME} account asked to use another address for it. It changes as soon as that address is confirmed.`,
    closing: `If that was you, you need not do anything. If it was not, please take a new password now, by 'Forgot password?' on the sign-in page: ${config.publicUrl}/`,
  });
}

/** To both addresses, once it has happened. An old one that was never verified may be a stranger's: no mail there. */
export function emailChangedMails(
  config: Config,
  before: { email: string; emailVerified: boolean },
  newEmail: string,
): OutgoingMail[] {
  const subject = `The address of your ${config.PRODUCT_NAME} account was changed`;
  const help = config.SUPPORT_EMAIL
    ? `write to ${config.SUPPORT_EMAIL}`
    : `write to us: ${config.publicUrl}/support`;
  const told = plainMail(config, {
    to: newEmail,
    subject,
    opening: `From now on you sign in to ${config.PRODUCT_NAME} with this address, and answers to your letters come here.`,
    closing: `If you did not ask for that, please ${help}`,
  });
  if (!before.emailVerified) return [told];
  const toldThere = plainMail(config, {
    to: before.email,
    subject,
    opening: `Your ${config.PRODUCT_NAME} account has another address now, and this one no longer opens it.`,
    closing: `If that was not you, please ${help}`,
  });
  return [toldThere, told];
}

function plainMail(config: Config, { to, subject, opening, link, closing }: PlainMail): OutgoingMail {
  const paragraphs = ['Hello,', opening, ...(link ? [link.address] : []), closing];
  const text = `${paragraphs.join('\n\n')}\n\n${config.PRODUCT_NAME}\n${config.publicUrl}\n`;
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${htmlOf(subject)}</title></head>
<body style="margin:0;padding:32px 16px;background:#f6f1e7;color:#2b2620;font:16px/1.6 Georgia,'Times New Roman',serif">
<table role="presentation" cellpadding="0" cellspacing="0" align="center" style="width:100%;max-width:520px"><tr><td>
<p>Hello,</p>
<p>${htmlOf(opening)}</p>
${link ? buttonOf(link) : ''}<p style="font-size:14px">${htmlOf(closing)}</p>
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

function buttonOf({ address, label }: { address: string; label: string }): string {
  return `<p style="margin:28px 0"><a href="${htmlOf(address)}" style="display:inline-block;padding:12px 20px;background:#2b2620;color:#ffffff;text-decoration:none">${htmlOf(label)}</a></p>
<p style="font-size:14px;word-break:break-all">${htmlOf(address)}</p>
`;
}

function htmlOf(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
