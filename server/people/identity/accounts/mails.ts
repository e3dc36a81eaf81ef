import { type Words, withFirstOfMonth } from '../../../../shared/words.ts';
import { knownZone } from '../../../../templates/parts/written-date.ts';
import type { Config } from '../../../core/config.ts';
import type { AskedFrom, OutgoingMail } from '../../../core/jobs/jobs.ts';
import { type PlainMail, plainMail } from '../../../mail/out/send-mail.ts';
import { EMBEDDED_API_KEY } from '../tokens/tokens.ts';
import type { Account } from './data.ts';

/** Whoever a mail is for. */
export interface Reader {
  words: Words;
  /** IANA name, or null where none is known */
  timeZone: string | null;
}

interface Given {
  t: Words['t'];
  product: { product: string };
  url: string;
  support: string | null;
}

/** 'Saturday 28 November at 05:14' in the reader's time zone; where that is unknown in UTC, which is then added. */
function momentInWords(at: string, { words: { language }, timeZone }: Reader): string {
  const zone = knownZone(timeZone);
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
    ...(zone === 'UTC' ? { timeZoneName: 'short' } : {}),
  });
  return withFirstOfMonth(format.format(new Date(at)), language);
}

/** Contains no typed text until the address is proved, or anybody could mail texts to others. Warnings have no name. */
const accountMail =
  <About extends unknown[]>(compose: (given: Given, ...about: About) => Omit<PlainMail, 'to'>) =>
  (config: Config, reader: Reader, to: string, from: AskedFrom | null, ...about: About): OutgoingMail => {
    const { words } = reader;
    const { PRODUCT_NAME: product, publicUrl: url, SUPPORT_EMAIL: support = null } = config;
    return plainMail(config, words, {
      to,
      rows: from
        ? [
            [words.t('Browser'), words.say(from.browser)],
            [words.t('Date and time'), momentInWords(from.at, reader)],
          ]
        : [],
      ...compose({ t: words.t, product: { product }, url, support }, ...about),
    });
  };

/** The link opens a page that requires being signed in to this account. */
export const verificationMail = accountMail(({ t, product, url }, code: string) => ({
  subject: t('Please confirm your address for {product}', product),
  paragraphs: [
    t('This address was used to make an account at {product}. If that was you, please confirm it.', product),
  ],
  link: { address: `${url}/verify-email?oobCode=${code}`, label: t('Confirm my address') },
  closing: t(
    'The link works for three days, in a browser that is signed in to this account. If you did not make an account, you need not do anything.',
  ),
}));

const unconfirmed = (t: Words['t']) =>
  t(
    'This address was never confirmed, so somebody else may have made the account. If you made it, open the link in the browser in which you did, and everything stays but letters still sealed: they are deleted, and their credits come back. In any other browser the account begins empty.',
  );

const takeNewPassword = (t: Words['t'], address: string) =>
  // Translators: of a changed password, and of somebody’s wish for another address
  t(
    "If that was you, you need not do anything. If it was not, please take a new password now, by 'Forgot password?' on the sign-in page: {address}",
    { address },
  );

type Owner = Pick<Account, 'emailVerified' | 'displayName'>;

const provedName = ({ emailVerified, displayName }: Owner) => (emailVerified ? displayName : null);

/** An account that has not confirmed its address is handed over by the link (`hand-over.ts`). */
export const passwordResetMail = accountMail(({ t, product, url }, code: string, owner: Owner) => ({
  name: provedName(owner),
  subject: t('A new password for {product}', product),
  paragraphs: [
    t(
      'Somebody asked for a new password for the {product} account of this address. If that was you, please choose one.',
      product,
    ),
    ...(owner.emailVerified ? [] : [unconfirmed(t)]),
  ],
  link: { address: `${url}/reset-password?oobCode=${code}`, label: t('Choose a new password') },
  closing: t(
    'The link works for one hour and once. If you did not ask for it, you need not do anything: your password stays as it is.',
  ),
}));

/** The page that the link opens signs in at the press of a button: mail scanners open links, and it works once. */
export const signInMail = accountMail(({ t, product, url }, code: string, owner: Owner) => ({
  name: provedName(owner),
  subject: t('Your link to sign in to {product}', product),
  paragraphs: [
    t(
      'Somebody asked for a link to sign in to the {product} account of this address. If that was you, please open it.',
      product,
    ),
    ...(owner.emailVerified ? [] : [unconfirmed(t)]),
  ],
  // The parameters that the SDK's `signInWithEmailLink` reads.
  link: {
    address: `${url}/sign-in-link?${new URLSearchParams({ oobCode: code, mode: 'signIn', apiKey: EMBEDDED_API_KEY })}`,
    label: t('Sign in'),
  },
  closing: t('The link works for 10 minutes and once. If you did not ask for it, you need not do anything.'),
}));

/** To the account's address, which is confirmed. Without the passkey's name, which whoever is signed in may choose. */
export const passkeyAddedMail = accountMail(({ t, product, url }) => ({
  subject: t('A new way to sign in to your {product} account', product),
  paragraphs: [
    t(
      'From now on a device can sign in to your {product} account by face, finger or PIN, without the password. Somebody who is signed in to the account has just set that up.',
      product,
    ),
  ],
  closing: t(
    "If that was you, you need not do anything. If it was not, please take a new password now, by 'Forgot password?' on the sign-in page. It ends every such way to sign in: {address}",
    { address: url },
  ),
}));

/** To the account's address, which is confirmed. */
export const accessTokenMadeMail = accountMail(({ t, product, url }) => ({
  subject: t('Another program may use your {product} account', product),
  paragraphs: [
    t(
      'From now on another program can use your {product} account, by a token, without the password. Somebody who is signed in to the account has just made that token.',
      product,
    ),
  ],
  closing: takeNewPassword(t, url),
}));

/** To the account's address, which is confirmed. */
export const passwordChangedMail = accountMail(({ t, product, url }) => ({
  subject: t('Your password was changed'),
  paragraphs: [t('Your {product} account has a new password. All other browsers were signed out.', product)],
  closing: takeNewPassword(t, url),
}));

/** To the new address. The link opens a page that requires being signed in to the account. */
export const emailChangeMail = accountMail(({ t, product, url }, code: string) => ({
  subject: t('Please confirm your new address for {product}', product),
  paragraphs: [
    t(
      'Somebody asked to use this address for their {product} account from now on. If that was you, please confirm it.',
      product,
    ),
  ],
  link: { address: `${url}/change-email?oobCode=${code}`, label: t('Use this address') },
  closing: t(
    'The link works for one day, in a browser that is signed in to the account. If you did not ask for it, you need not do anything.',
  ),
}));

/** To the current address, so that its owner can act if they did not ask for the change. */
export const emailChangeRequestedMail = accountMail(({ t, product, url }) => ({
  subject: t('Another address for your {product} account', product),
  paragraphs: [
    t(
      'Somebody who is signed in to your {product} account asked to use another address for it. It changes as soon as that address is confirmed.',
      product,
    ),
  ],
  closing: takeNewPassword(t, url),
}));

export const addressTakenMail = accountMail(({ t, product, url, support }) => ({
  subject: t('The address of your {product} account was changed', product),
  paragraphs: [
    t(
      'From now on you sign in to {product} with this address, and answers to your letters come here.',
      product,
    ),
  ],
  closing: support
    ? t('If you did not ask for that, please write to {address}', { address: support })
    : t('If you did not ask for that, please write to us: {address}', { address: `${url}/support` }),
}));

/** To the old address after a change, when it had been verified: else it may be a stranger's. */
export const addressGivenUpMail = accountMail(({ t, product, url, support }) => ({
  subject: t('The address of your {product} account was changed', product),
  paragraphs: [
    t('Your {product} account has another address now, and this one no longer opens it.', product),
  ],
  closing: support
    ? t('If that was not you, please write to {address}', { address: support })
    : t('If that was not you, please write to us: {address}', { address: `${url}/support` }),
}));
