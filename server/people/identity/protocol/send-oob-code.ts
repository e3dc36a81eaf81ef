import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { mailNetworkOf } from '../../../core/http/network.ts';
import type { AskedAccountLink } from '../../../core/jobs/jobs.ts';
import { countUnaskedMail } from '../../../core/unasked-mails.ts';
import { hasRecentCode } from '../accounts/action-codes.ts';
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
import { askedBy, mailLink, mailWarning } from '../accounts/mail-words.ts';
import { emailChangeRequestedMail } from '../accounts/mails.ts';
import { GoogleError, IdTokenRefused } from '../google-errors.ts';
import type { IdentityServices } from '../identity-provider.ts';
import { noteSecurityEvent } from '../security-events.ts';
import { knownBrowserOf } from '../sessions/known-browser.ts';
import { assertRecent, authenticate } from '../tokens/verify-id-token.ts';
import { readEmail, text, verb } from './account-fields.ts';

const sendOobCodeRequest = z.object({
  requestType: text,
  idToken: text,
  email: text,
  newEmail: text,
  continueUrl: text,
  returnOobLink: z.boolean().nullish(),
});
type SendOobCodeRequest = z.infer<typeof sendOobCodeRequest>;

/** `accounts:sendOobCode` mails a one-time link. @throws {GoogleError} OPERATION_NOT_ALLOWED, TOO_MANY_ATTEMPTS_TRY_LATER… */
export const sendOobCode = verb(sendOobCodeRequest, async (services, request, { http }) => {
  if (!request.requestType) throw new GoogleError('MISSING_REQ_TYPE');
  if (request.returnOobLink) throw new GoogleError('INSUFFICIENT_PERMISSION');
  if (request.continueUrl && !z.url().safeParse(request.continueUrl).success) {
    throw new GoogleError('INVALID_CONTINUE_URI', 'expected an absolute URI with valid scheme and host');
  }
  const mailTo = BY_TYPE.get(request.requestType);
  if (!mailTo) throw new GoogleError('INVALID_REQ_TYPE', 'Unsupported request type.');
  const email = await mailTo(services, request, http);
  return { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email };
});

type Code = AskedAccountLink['code'];

/** @returns the address of the account, or the one that a link was requested for */
type MailTo = (
  services: IdentityServices,
  request: SendOobCodeRequest,
  http: FastifyRequest,
) => Promise<string>;

const mailVerification: MailTo = async (services, request, http) => {
  if (!request.idToken) throw new IdTokenRefused('INVALID_ID_TOKEN');
  const { account } = await authenticate(services, request.idToken);
  const { email } = account;
  const mailbox = services.addressHash(email);
  const often = await limitMails(services.db, 'verify', { email, mailbox, ip: http.ip });
  if (often && (await hasRecentCode(services.db, 'VERIFY_EMAIL', account))) throw mailedOftenAlready();
  const mayMail =
    (await countUnaskedMail(services.db, mailbox, 'account')) || (await mayConfirmBeyond(services.db, email));
  if (!mayMail) throw mailedOftenAlready();
  await services.db.transaction((tx) => mailLink(tx, services, 'VERIFY_EMAIL', account, askedBy(http)));
  return account.email;
};

/** The SDK's `verifyBeforeUpdateEmail`. The current address is warned if it is verified: else it may be a stranger's. */
const mailEmailChange: MailTo = async (services, request, http) => {
  if (!request.newEmail) throw new GoogleError('MISSING_NEW_EMAIL');
  if (!request.idToken) throw new GoogleError('MISSING_ID_TOKEN');
  const { account, token } = await authenticate(services, request.idToken);
  assertRecent(token);
  const newEmail = readEmail(request.newEmail);
  const { email, emailVerified } = account;
  const mailbox = services.addressHash(newEmail);
  const often = await limitMails(services.db, 'change', { email, mailbox, ip: http.ip });
  // An unverified account gets none when the mailbox was mailed often: anybody can make any number of them.
  const mayMail =
    !often || (emailVerified && !(await hasRecentCode(services.db, 'VERIFY_AND_CHANGE_EMAIL', account)));
  if (!mayMail) throw mailedOftenAlready();
  if (await findAccountByEmail(services.db, newEmail)) throw new GoogleError('EMAIL_EXISTS');
  const withinShare = await countUnaskedMail(services.db, mailbox, 'account');
  if (!withinShare && !(await mayChangeBeyond(services.db, account))) throw mailedOftenAlready();
  await services.db.transaction(async (tx) => {
    await mailLink(tx, services, 'VERIFY_AND_CHANGE_EMAIL', account, { newEmail, ...askedBy(http) });
    await mailWarning(tx, services, account, http, emailChangeRequestedMail);
  });
  return account.email;
};

/** Does the same for every address: only the job depends on whether there is an account. @throws {GoogleError} TOO_MANY… */
const askForLink =
  (code: Code): MailTo =>
  async (services, request, http) => {
    const { db, queue, addressHash } = services;
    const email = readEmail(request.email);
    const account = await findAccountByEmail(db, email);
    const knownBrowser = knownBrowserOf(services, http, account);
    await limitLinkRequests(db, LIMITS_OF[code], email, { ip: http.ip, knownBrowser });
    // A stranger who made the account has a known browser, too: it counts only once the account's address is proved.
    const isOwners = knownBrowser !== null && account?.emailVerified === true;
    const withinShare =
      isOwners || (await countUnaskedMail(db, addressHash(email), 'nobody', mailNetworkOf(http.ip)));
    const asked = { code, email, isOwners, withinShare, ip: http.ip, ...askedBy(http) };
    await db.transaction((tx) => queue.enqueue(tx, 'mail-account-link', asked));
    if (!withinShare) throw mailedOftenAlready();
    return email;
  };

const BY_TYPE = new Map<string, MailTo>([
  ['VERIFY_EMAIL', mailVerification],
  ['VERIFY_AND_CHANGE_EMAIL', mailEmailChange],
  ['PASSWORD_RESET', askForLink('PASSWORD_RESET')],
  ['EMAIL_SIGNIN', askForLink('EMAIL_SIGNIN')],
]);

const LIMITS_OF: Record<Code, LinkKind> = { PASSWORD_RESET: 'reset', EMAIL_SIGNIN: 'sign-in-link' };

/** A job, so that a request takes equally long for every address. A known browser of a proved account always gets a link. */
export async function mailAskedLink(services: IdentityServices, asked: AskedAccountLink): Promise<void> {
  const { code: kind, languages, from = null, ip } = asked;
  const account = await findAccountByEmail(services.db, asked.email);
  const granted = account && !account.disabled && (await grantOf(services, account, asked));
  if (!account || !granted) return;
  const untilDayEnds = granted === 'link for the day';
  await services.db.transaction((tx) =>
    mailLink(tx, services, kind, account, { languages, from, untilDayEnds }),
  );
  await noteSecurityEvent(services, { kind: 'link-mailed', uid: account.uid, ip });
}

async function grantOf(
  { db, addressHash }: IdentityServices,
  account: Account,
  { code, isOwners, withinShare }: AskedAccountLink,
) {
  if (isOwners) return 'link';
  const hasRecentLink = await hasRecentCode(db, code, account);
  const { email, emailVerified } = account;
  const asked = { email, emailVerified, hasRecentLink, withinShare };
  return linkToMail(db, LIMITS_OF[code], addressHash(email), asked);
}
