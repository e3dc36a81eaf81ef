import type { Words } from '../../../../shared/words.ts';
import type { Config } from '../../../core/config.ts';
import type { OutgoingMail } from '../../../core/jobs/jobs.ts';
import { plainMail } from '../../../mail/out/send-mail.ts';
import { EMBEDDED_API_KEY } from '../tokens/tokens.ts';

/*
 * The mails contain nothing that was typed at sign-up but the address: a person who signs up with another person's
 * address must not be able to send them a text.
 */

const unconfirmed = ({ t }: Words) =>
  t(
    'This address was never confirmed, so somebody else may have made the account. If you made it, open the link in the browser in which you did, and everything stays. In any other browser the account begins empty.',
  );

/** The link opens a page that requires being signed in to this account. */
export function verificationMail(config: Config, words: Words, email: string, code: string): OutgoingMail {
  const { t } = words;
  const product = config.PRODUCT_NAME;
  return plainMail(config, words, {
    to: email,
    subject: t('Please confirm your address for {product}', { product }),
    paragraphs: [
      t('This address was used to make an account at {product}. If that was you, please confirm it.', {
        product,
      }),
    ],
    link: { address: `${config.publicUrl}/verify-email?oobCode=${code}`, label: t('Confirm my address') },
    closing: t(
      'The link works for three days, in a browser that is signed in to this account. If you did not make an account, you need not do anything.',
    ),
  });
}

/** @param emailVerified whether the account has confirmed its address; else the link hands it over (`hand-over.ts`) */
export function passwordResetMail(
  config: Config,
  words: Words,
  { email, emailVerified }: { email: string; emailVerified: boolean },
  code: string,
): OutgoingMail {
  const { t } = words;
  const product = config.PRODUCT_NAME;
  return plainMail(config, words, {
    to: email,
    subject: t('A new password for {product}', { product }),
    paragraphs: [
      t(
        'Somebody asked for a new password for the {product} account of this address. If that was you, please choose one.',
        { product },
      ),
      ...(emailVerified ? [] : [unconfirmed(words)]),
    ],
    link: {
      address: `${config.publicUrl}/reset-password?oobCode=${code}`,
      label: t('Choose a new password'),
    },
    closing: t(
      'The link works for one hour and once. If you did not ask for it, you need not do anything: your password stays as it is.',
    ),
  });
}

/**
 * The page that the link opens signs in at the press of a button: mail scanners open links, and it works once.
 * @param emailVerified whether the account has confirmed its address; else the link hands it over (`hand-over.ts`)
 */
export function signInMail(
  config: Config,
  words: Words,
  { email, emailVerified }: { email: string; emailVerified: boolean },
  code: string,
): OutgoingMail {
  const { t } = words;
  const product = config.PRODUCT_NAME;
  // What the SDK's `signInWithEmailLink` reads from a link.
  const query = new URLSearchParams({ oobCode: code, mode: 'signIn', apiKey: EMBEDDED_API_KEY });
  return plainMail(config, words, {
    to: email,
    subject: t('Your link to sign in to {product}', { product }),
    paragraphs: [
      t(
        'Somebody asked for a link to sign in to the {product} account of this address. If that was you, please open it.',
        { product },
      ),
      ...(emailVerified ? [] : [unconfirmed(words)]),
    ],
    link: { address: `${config.publicUrl}/sign-in-link?${query}`, label: t('Sign in') },
    closing: t(
      'The link works for 15 minutes and once; a newer one takes its place. If you did not ask for it, you need not do anything.',
    ),
  });
}

/** To the account's address, which is confirmed. Without the passkey's name, which whoever is signed in may choose. */
export function passkeyAddedMail(config: Config, words: Words, email: string): OutgoingMail {
  const { t } = words;
  const product = config.PRODUCT_NAME;
  return plainMail(config, words, {
    to: email,
    subject: t('A new way to sign in to your {product} account', { product }),
    paragraphs: [
      t(
        'From now on a device can sign in to your {product} account by face, finger or PIN, without the password. Somebody who is signed in to the account has just set that up.',
        { product },
      ),
    ],
    closing: t(
      "If that was you, you need not do anything. If it was not, please take a new password now, by 'Forgot password?' on the sign-in page. It ends every such way to sign in: {address}",
      { address: config.publicUrl },
    ),
  });
}

/** To the new address. The link opens a page that requires being signed in to the account. */
export function emailChangeMail(config: Config, words: Words, newEmail: string, code: string): OutgoingMail {
  const { t } = words;
  const product = config.PRODUCT_NAME;
  return plainMail(config, words, {
    to: newEmail,
    subject: t('Please confirm your new address for {product}', { product }),
    paragraphs: [
      t(
        'Somebody asked to use this address for their {product} account from now on. If that was you, please confirm it.',
        { product },
      ),
    ],
    link: { address: `${config.publicUrl}/change-email?oobCode=${code}`, label: t('Use this address') },
    closing: t(
      'The link works for one day, in a browser that is signed in to the account. If you did not ask for it, you need not do anything.',
    ),
  });
}

/** To the present address, so that its owner can act if they did not ask for the change. */
export function emailChangeRequestedMail(config: Config, words: Words, email: string): OutgoingMail {
  const { t } = words;
  const product = config.PRODUCT_NAME;
  return plainMail(config, words, {
    to: email,
    subject: t('Another address for your {product} account', { product }),
    paragraphs: [
      t(
        'Somebody who is signed in to your {product} account asked to use another address for it. It changes as soon as that address is confirmed.',
        { product },
      ),
    ],
    closing: t(
      "If that was you, you need not do anything. If it was not, please take a new password now, by 'Forgot password?' on the sign-in page: {address}",
      { address: config.publicUrl },
    ),
  });
}

/** To the new address after a change. */
export function addressTakenMail(config: Config, words: Words, newEmail: string): OutgoingMail {
  const { t } = words;
  const product = config.PRODUCT_NAME;
  return plainMail(config, words, {
    to: newEmail,
    subject: t('The address of your {product} account was changed', { product }),
    paragraphs: [
      t('From now on you sign in to {product} with this address, and answers to your letters come here.', {
        product,
      }),
    ],
    closing: config.SUPPORT_EMAIL
      ? t('If you did not ask for that, please write to {address}', { address: config.SUPPORT_EMAIL })
      : t('If you did not ask for that, please write to us: {address}', {
          address: `${config.publicUrl}/support`,
        }),
  });
}

/** To the old address after a change, when it had been verified: else it may be a stranger's. */
export function addressGivenUpMail(config: Config, words: Words, oldEmail: string): OutgoingMail {
  const { t } = words;
  const product = config.PRODUCT_NAME;
  return plainMail(config, words, {
    to: oldEmail,
    subject: t('The address of your {product} account was changed', { product }),
    paragraphs: [
      t('Your {product} account has another address now, and this one no longer opens it.', { product }),
    ],
    closing: config.SUPPORT_EMAIL
      ? t('If that was not you, please write to {address}', { address: config.SUPPORT_EMAIL })
      : t('If that was not you, please write to us: {address}', { address: `${config.publicUrl}/support` }),
  });
}
