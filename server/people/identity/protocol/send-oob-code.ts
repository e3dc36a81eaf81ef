import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { mailNetworkOf } from '../../../core/http/network.ts';
import { countUnaskedMail } from '../../../core/unasked-mails.ts';
import { hasRecentCode, storeActionCode } from '../accounts/action-codes.ts';
import { type Account, findAccountByEmail } from '../accounts/data.ts';
import {
  type LinkKind,
  limitLinkRequests,
  limitMails,
  linkToMail,
  mailedOftenAlready,
  mayChangeBeyond,
  mayConfirmBeyond,
} from '../accounts/limits.ts';
import { mailWords, warningWords } from '../accounts/mail-words.ts';
import {
  emailChangeMail,
  emailChangeRequestedMail,
  passwordResetMail,
  signInMail,
  verificationMail,
} from '../accounts/mails.ts';
import { GoogleError, IdTokenRefused } from '../google-errors.ts';
import type { IdentityServices } from '../identity-provider.ts';
import { noteSecurityEvent } from '../security-events.ts';
import { knownBrowserOf } from '../sessions/known-browser.ts';
import { assertRecent, authenticate } from '../tokens/verify-id-token.ts';
import { readEmail, text } from './account-fields.ts';

export const sendOobCodeRequest = z.object({
  requestType: text,
  idToken: text,
  email: text,
  newEmail: text,
  continueUrl: text,
  returnOobLink: z.boolean().nullish(),
});
type SendOobCodeRequest = z.infer<typeof sendOobCodeRequest>;

/** Least duration of a request for a link in milliseconds, so that it does not reveal whether the account exists. */
const ANSWER_TIME = 150;

/**
 * `accounts:sendOobCode`: mails a one-time link. The code and the mail are one transaction.
 * @param http whose address and known-browser cookie tell the limits apart
 * @throws {GoogleError} MISSING_REQ_TYPE, OPERATION_NOT_ALLOWED, TOO_MANY_ATTEMPTS_TRY_LATER…
 */
export async function sendOobCode(
  services: IdentityServices,
  request: SendOobCodeRequest,
  http: FastifyRequest,
) {
  if (!request.requestType) throw new GoogleError('MISSING_REQ_TYPE');
  if (request.returnOobLink) throw new GoogleError('INSUFFICIENT_PERMISSION');
  if (request.continueUrl && !z.url().safeParse(request.continueUrl).success) {
    throw new GoogleError('INVALID_CONTINUE_URI', 'expected an absolute URI with valid scheme and host');
  }
  const email = await mailByType(services, request, http);
  return { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email };
}

async function mailByType(
  services: IdentityServices,
  request: SendOobCodeRequest,
  http: FastifyRequest,
): Promise<string> {
  switch (request.requestType) {
    case 'VERIFY_EMAIL':
      return mailVerification(services, request, http);
    case 'PASSWORD_RESET':
      return mailLink(services, RESET, request, http);
    case 'VERIFY_AND_CHANGE_EMAIL':
      return mailEmailChange(services, request, http);
    case 'EMAIL_SIGNIN':
      return mailLink(services, SIGN_IN, request, http);
    default:
      throw new GoogleError('INVALID_REQ_TYPE', 'Unsupported request type.');
  }
}

async function mailVerification(
  services: IdentityServices,
  request: SendOobCodeRequest,
  http: FastifyRequest,
): Promise<string> {
  if (!request.idToken) throw new IdTokenRefused('INVALID_ID_TOKEN');
  const { account } = await authenticate(services, request.idToken);
  const { email } = account;
  const mailbox = services.addressHash(email);
  const often = await limitMails(services.db, 'verify', { email, mailbox, ip: http.ip });
  if (often && (await hasRecentCode(services.db, 'VERIFY_EMAIL', account))) throw mailedOftenAlready();
  const mayMail =
    (await countUnaskedMail(services.db, mailbox, 'account')) || (await mayConfirmBeyond(services.db, email));
  if (!mayMail) throw mailedOftenAlready();
  await services.db.transaction(async (tx) => {
    const code = await storeActionCode(tx, 'VERIFY_EMAIL', account);
    const words = await mailWords(tx, services.config, account.uid, http);
    const mail = verificationMail(services.config, words, account.email, code);
    await services.queue.enqueue(tx, 'send-mail', mail);
  });
  return account.email;
}

/**
 * The SDK's `verifyBeforeUpdateEmail`: mails the link to the new address, and a warning to the present one unless it
 * was never verified and so may be a stranger's.
 */
async function mailEmailChange(
  services: IdentityServices,
  request: SendOobCodeRequest,
  http: FastifyRequest,
): Promise<string> {
  if (!request.newEmail) throw new GoogleError('MISSING_NEW_EMAIL');
  if (!request.idToken) throw new GoogleError('MISSING_ID_TOKEN');
  const { account, token } = await authenticate(services, request.idToken);
  assertRecent(token);
  const newEmail = readEmail(request.newEmail);
  const { email, emailVerified } = account;
  const mailbox = services.addressHash(newEmail);
  const often = await limitMails(services.db, 'change', { email, mailbox, ip: http.ip });
  // Anybody can make accounts without a proved address.
  const mayMail =
    !often || (emailVerified && !(await hasRecentCode(services.db, 'VERIFY_AND_CHANGE_EMAIL', account)));
  if (!mayMail) throw mailedOftenAlready();
  if (await findAccountByEmail(services.db, newEmail)) throw new GoogleError('EMAIL_EXISTS');
  const withinShare = await countUnaskedMail(services.db, mailbox, 'account');
  if (!withinShare && !(await mayChangeBeyond(services.db, account))) throw mailedOftenAlready();
  await services.db.transaction(async (tx) => {
    const code = await storeActionCode(tx, 'VERIFY_AND_CHANGE_EMAIL', account, { newEmail });
    const { config, queue } = services;
    const words = await mailWords(tx, config, account.uid, http);
    await queue.enqueue(tx, 'send-mail', emailChangeMail(config, words, newEmail, code));
    if (account.emailVerified) {
      for (const own of await warningWords(tx, config, account.uid))
        await queue.enqueue(tx, 'send-mail', emailChangeRequestedMail(config, own, account.email));
    }
  });
  return account.email;
}

/** A link that is mailed to whoever gives an address. */
interface MailedLink {
  code: 'PASSWORD_RESET' | 'EMAIL_SIGNIN';
  limit: LinkKind;
  mail: typeof passwordResetMail;
}
const RESET: MailedLink = { code: 'PASSWORD_RESET', limit: 'reset', mail: passwordResetMail };
const SIGN_IN: MailedLink = { code: 'EMAIL_SIGNIN', limit: 'sign-in-link', mail: signInMail };

/**
 * Gives the same answer in the same time for an unknown address. However often strangers ask, the owner of a
 * proved mailbox gets a new link (`linkToMail`).
 * @throws {GoogleError} TOO_MANY_ATTEMPTS_TRY_LATER, also when the mailbox had its day's share, with or without
 * an account
 */
async function mailLink(
  services: IdentityServices,
  link: MailedLink,
  request: SendOobCodeRequest,
  http: FastifyRequest,
): Promise<string> {
  const email = readEmail(request.email);
  const answerTime = pause(ANSWER_TIME);
  const account = await findAccountByEmail(services.db, email);
  const knownBrowser = knownBrowserOf(services, http, account);
  await limitLinkRequests(services.db, link.limit, email, { ip: http.ip, knownBrowser });
  // A browser is known to whoever made the account, so it counts for a mailbox only once that is proved.
  const isOwners = knownBrowser !== null && account?.emailVerified === true;
  const withinShare =
    isOwners ||
    (await countUnaskedMail(services.db, services.addressHash(email), 'nobody', mailNetworkOf(http.ip)));
  const granted = isOwners ? 'link' : account && (await grantOf(services, link, account, withinShare));
  if (account && !account.disabled && granted) {
    await services.db.transaction(async (tx) => {
      const untilDayEnds = granted === 'link for the day';
      const code = await storeActionCode(tx, link.code, account, { untilDayEnds });
      const words = await mailWords(tx, services.config, account.uid, http);
      const mail = link.mail(services.config, words, account.email, code, account.emailVerified);
      await services.queue.enqueue(tx, 'send-mail', mail);
    });
    void noteSecurityEvent(services, { kind: 'link-mailed', uid: account.uid, ip: http.ip });
  }
  await answerTime;
  if (!withinShare) throw mailedOftenAlready();
  return email;
}

async function grantOf(
  { db, addressHash }: IdentityServices,
  link: MailedLink,
  account: Account,
  withinShare: boolean,
) {
  const hasRecentLink = await hasRecentCode(db, link.code, account);
  const { email, emailVerified } = account;
  const asked = { email, emailVerified, hasRecentLink, withinShare };
  return linkToMail(db, link.limit, addressHash(email), asked);
}
