import type { Config } from '../../config.ts';
import type { OutgoingMail } from '../../delivery/send-mail.ts';
import { plainMail } from '../../delivery/send-mail.ts';
import { EMBEDDED_API_KEY } from '../tokens/tokens.ts';

/*
 * The mails contain nothing that was typed at sign-up but the address: a person who signs up with another person's
 * address must not be able to send them a text.
 */

const UNCONFIRMED =
  'This address was never confirmed, so somebody else may have made the account. If you made it, open the link in the browser in which you did, and everything stays. In any other browser the account begins empty.';

/** The link opens a page that requires being signed in to this account. */
export function verificationMail(config: Config, email: string, code: string): OutgoingMail {
  return plainMail(config, {
    to: email,
    subject: `Please confirm your address for ${config.PRODUCT_NAME}`,
    paragraphs: [
      `This address was used to make an account at ${config.PRODUCT_NAME}. If that was you, please confirm it.`,
    ],
    link: { address: `${config.publicUrl}/verify-email?oobCode=${code}`, label: 'Confirm my address' },
    closing:
      'The link works for three days, in a browser that is signed in to this account. If you did not make an account, you need not do anything.',
  });
}

/** @param emailVerified whether the account has confirmed its address; else the link hands it over (`hand-over.ts`) */
export function passwordResetMail(
  config: Config,
  { email, emailVerified }: { email: string; emailVerified: boolean },
  code: string,
): OutgoingMail {
  return plainMail(config, {
    to: email,
    subject: `A new password for ${config.PRODUCT_NAME}`,
    paragraphs: [
      `Somebody asked for a new password for the ${config.PRODUCT_NAME} account of this address. If that was you, please choose one.`,
      ...(emailVerified ? [] : [UNCONFIRMED]),
    ],
    link: { address: `${config.publicUrl}/reset-password?oobCode=${code}`, label: 'Choose a new password' },
    closing:
      'The link works for one hour and once. If you did not ask for it, you need not do anything: your password stays as it is.',
  });
}

/**
 * The page that the link opens signs in at the press of a button: mail scanners open links, and it works once.
 * @param emailVerified whether the account has confirmed its address; else the link hands it over (`hand-over.ts`)
 */
export function signInMail(
  config: Config,
  { email, emailVerified }: { email: string; emailVerified: boolean },
  code: string,
): OutgoingMail {
  // What the SDK's `signInWithEmailLink` reads from a link.
  const query = new URLSearchParams({ oobCode: code, mode: 'signIn', apiKey: EMBEDDED_API_KEY });
  return plainMail(config, {
    to: email,
    subject: `Your link to sign in to ${config.PRODUCT_NAME}`,
    paragraphs: [
      `Somebody asked for a link to sign in to the ${config.PRODUCT_NAME} account of this address. If that was you, please open it.`,
      ...(emailVerified ? [] : [UNCONFIRMED]),
    ],
    link: { address: `${config.publicUrl}/sign-in-link?${query}`, label: 'Sign in' },
    closing:
      'The link works for 15 minutes and once; a newer one takes its place. If you did not ask for it, you need not do anything.',
  });
}

/** To the account's address, which is confirmed. Without the passkey's name, which whoever is signed in may choose. */
export function passkeyAddedMail(config: Config, email: string): OutgoingMail {
  return plainMail(config, {
    to: email,
    subject: `A new way to sign in to your ${config.PRODUCT_NAME} account`,
    paragraphs: [
      `From now on a device can sign in to your ${config.PRODUCT_NAME} account by face, finger or PIN, without the password. Somebody who is signed in to the account has just set that up.`,
    ],
    closing: `If that was you, you need not do anything. If it was not, please take a new password now, by 'Forgot password?' on the sign-in page. It ends every such way to sign in: ${config.publicUrl}/`,
  });
}

/** To the new address. The link opens a page that requires being signed in to the account. */
export function emailChangeMail(config: Config, newEmail: string, code: string): OutgoingMail {
  return plainMail(config, {
    to: newEmail,
    subject: `Please confirm your new address for ${config.PRODUCT_NAME}`,
    paragraphs: [
      `Somebody asked to use this address for their ${config.PRODUCT_NAME} account from now on. If that was you, please confirm it.`,
    ],
    link: { address: `${config.publicUrl}/change-email?oobCode=${code}`, label: 'Use this address' },
    closing:
      'The link works for one day, in a browser that is signed in to the account. If you did not ask for it, you need not do anything.',
  });
}

/** To the present address, so that its owner can act if they did not ask for the change. */
export function emailChangeRequestedMail(config: Config, email: string): OutgoingMail {
  return plainMail(config, {
    to: email,
    subject: `Another address for your ${config.PRODUCT_NAME} account`,
    paragraphs: [
      `Somebody who is signed in to your ${config.PRODUCT_NAME} account asked to use another address for it. It changes as soon as that address is confirmed.`,
    ],
    closing: `If that was you, you need not do anything. If it was not, please take a new password now, by 'Forgot password?' on the sign-in page: ${config.publicUrl}/`,
  });
}

/** To both addresses after the change; not to an old address that was never verified, which may be a stranger's. */
export function emailChangedMails(
  config: Config,
  before: { email: string; emailVerified: boolean },
  newEmail: string,
): OutgoingMail[] {
  const subject = `The address of your ${config.PRODUCT_NAME} account was changed`;
  const help = config.SUPPORT_EMAIL
    ? `write to ${config.SUPPORT_EMAIL}`
    : `write to us: ${config.publicUrl}/support`;
  const mailToNewAddress = plainMail(config, {
    to: newEmail,
    subject,
    paragraphs: [
      `From now on you sign in to ${config.PRODUCT_NAME} with this address, and answers to your letters come here.`,
    ],
    closing: `If you did not ask for that, please ${help}`,
  });
  if (!before.emailVerified) return [mailToNewAddress];
  const mailToOldAddress = plainMail(config, {
    to: before.email,
    subject,
    paragraphs: [
      `Your ${config.PRODUCT_NAME} account has another address now, and this one no longer opens it.`,
    ],
    closing: `If that was not you, please ${help}`,
  });
  return [mailToOldAddress, mailToNewAddress];
}
