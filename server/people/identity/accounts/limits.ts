import { type Said, said } from '../../../../shared/words.ts';
import type { Config } from '../../../core/config.ts';
import type { Executor } from '../../../core/db/database.ts';
import { networkOf, wideNetworkOf } from '../../../core/http/network.ts';
import { count, forgetCounts, type Limit, spend, uncount } from '../../../core/rate-limit.ts';
import { tooManyAttempts } from '../google-errors.ts';

/** Seconds. */
const LOCK_OUT_WINDOW = 15 * 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

/** From one network, or from one known browser. */
const WRONG_PASSWORDS_PER_ACCOUNT = 10;
/** From all unknown browsers together; or from one known browser. */
const WRONG_PASSWORDS_PER_ACCOUNT_A_DAY = 100;
const WRONG_PASSWORDS_PER_NETWORK = 100;
const MAILS_PER_ADDRESS_AN_HOUR = 5;
const MAILS_PER_ADDRESS_A_DAY = 10;
const MAILS_PER_NETWORK_AN_HOUR = 60;
const PASSWORD_CHANGES_PER_ACCOUNT = 20;

const WRONG_PASSWORDS = said(
  "There were too many wrong passwords. Please wait a few minutes, or choose a new password by 'Forgot password?'.",
);
const WRONG_PASSWORDS_TODAY = said(
  "There were too many wrong passwords. Please try again tomorrow, or choose a new password by 'Forgot password?'.",
);

/** Where an attempt comes from. */
export interface Caller {
  ip: string;
  /** id of the browser if it is known to the account (`known-browser.ts`) */
  knownBrowser: string | null;
}

const networkKey = (ip: string) => `sign-in:network:${networkOf(ip)}`;
const accountKey = (email: string) => `sign-in:account:${email}`;
/** Counts one account's attempts from one place. */
function placeKey(email: string, { ip, knownBrowser }: Caller): string {
  return knownBrowser === null
    ? `sign-in:account-network:${email} ${networkOf(ip)}`
    : `sign-in:browser:${knownBrowser} ${email}`;
}

/**
 * Counts a sign-in attempt before the password is checked, so that concurrent guesses are all counted. Addresses
 * without an account are counted too. The right password takes the count back (`forgetAttempts`), so that only failures
 * lock. A browser that is known to the account has a count of its own, so that nobody elsewhere can lock its owner out.
 * @param email lower-cased
 * @throws {GoogleError} TOO_MANY_ATTEMPTS_TRY_LATER
 */
export async function countAttempt(db: Executor, email: string, caller: Caller): Promise<void> {
  const place = placeKey(email, caller);
  const known = caller.knownBrowser !== null;
  // The narrower count comes first, so that what it refuses uses up nothing of the account's.
  if (!known)
    await limit(db, networkKey(caller.ip), WRONG_PASSWORDS_PER_NETWORK, LOCK_OUT_WINDOW, WRONG_PASSWORDS);
  await limit(db, place, WRONG_PASSWORDS_PER_ACCOUNT, LOCK_OUT_WINDOW, WRONG_PASSWORDS);
  await limit(
    db,
    known ? `${place}:day` : accountKey(email),
    WRONG_PASSWORDS_PER_ACCOUNT_A_DAY,
    DAY,
    WRONG_PASSWORDS_TODAY,
  );
}

/** After the right password: what this place failed before no longer counts, and this attempt counts nowhere. */
export async function forgetAttempts(db: Executor, email: string, caller: Caller): Promise<void> {
  const place = placeKey(email, caller);
  await forgetCounts(db, [place, `${place}:day`]);
  if (caller.knownBrowser !== null) return;
  await takeBack(db, networkKey(caller.ip), LOCK_OUT_WINDOW);
  await takeBack(db, accountKey(email), DAY);
}

/** After a reset, by which the owner proved to be one: nothing that failed before counts against the account. */
export async function forgetAccountAttempts(db: Executor, email: string, caller: Caller): Promise<void> {
  const place = placeKey(email, caller);
  const network = placeKey(email, { ...caller, knownBrowser: null });
  const keys = [accountKey(email), network, place, `${place}:day`];
  await forgetCounts(db, keys);
}

async function takeBack(db: Executor, key: string, window: number): Promise<void> {
  await uncount(db, key, new Date(Date.now() - window * 1000));
}

/** @throws {GoogleError} TOO_MANY_ATTEMPTS_TRY_LATER, as a 429 */
export async function limitSignUps(db: Executor, config: Config, ip: string): Promise<void> {
  const sign = signUpLimit(config, ip);
  if (sign) await limit(db, sign.key, sign.most, sign.window, sign.message, 429);
}

/** Of new accounts from a network; null where everybody may be one household or one proxy. */
export function signUpLimit(config: Config, ip: string): Limit | null {
  const network = wideNetworkOf(ip);
  if (network === null) return null;
  return {
    key: `sign-up:${network}`,
    most: config.SIGN_UPS_PER_NETWORK_A_DAY,
    window: DAY,
    message: said('Too many accounts were made from this network today. Please try again tomorrow.'),
  };
}

const MAILED_ALREADY = said(
  'We have sent several mails already. Please look in your mailbox, or try again in an hour.',
);
const MAILED_TODAY = said(
  'We have sent several mails already. Please look in your mailbox, or try again tomorrow.',
);

/** Whom a mail is for, and who asks for it. */
interface AskedMail {
  /** address of the account that asks; lower-cased */
  email: string;
  /** keyed hash of the address that is mailed, the same for all spellings of a mailbox */
  mailbox: string;
  ip: string;
}

/**
 * Limits mails that a signed-in person can have us send to an address. Accounts on other spellings of a mailbox count
 * together, those of one network only, so that strangers elsewhere use up nothing of its owner's.
 * @returns whether the mailbox was mailed often already: then a mail goes only to an account that has had none lately
 * @throws {GoogleError} TOO_MANY_ATTEMPTS_TRY_LATER when this network or account asked too often
 */
export async function limitMails(
  db: Executor,
  kind: 'verify' | 'change',
  { email, mailbox, ip }: AskedMail,
): Promise<boolean> {
  await limit(db, `${kind}:network:${networkOf(ip)}`, MAILS_PER_NETWORK_AN_HOUR, HOUR, MAILED_ALREADY);
  await limit(db, `${kind}:hour:${email}`, MAILS_PER_ADDRESS_AN_HOUR, HOUR, MAILED_ALREADY);
  await limit(db, `${kind}:day:${email}`, MAILS_PER_ADDRESS_A_DAY, DAY, MAILED_TODAY);
  const place = `${mailbox} ${wideNetworkOf(ip) ?? networkOf(ip)}`;
  return mailedOften(db, `${kind}:hour:${place}`, `${kind}:day:${place}`);
}

/** Which link is asked for. */
export type LinkKind = 'reset' | 'sign-in-link';

/** What a person reads whose mailbox was mailed often. */
export const mailedOftenAlready = () => tooManyAttempts(MAILED_TODAY, DAY);

/**
 * Limits requests of links to reset a password or to sign in, which anybody can have us mail to anybody. Every address is counted, so that the limit
 * does not reveal which ones have an account. Nobody elsewhere can use up the requests of a known browser or of another
 * network.
 * @throws {GoogleError} TOO_MANY_ATTEMPTS_TRY_LATER when this browser or network asked too often
 */
export async function limitLinkRequests(
  db: Executor,
  kind: LinkKind,
  email: string,
  caller: Caller,
): Promise<void> {
  const { ip, knownBrowser } = caller;
  if (knownBrowser !== null) {
    const own = `${kind}:browser:${knownBrowser} ${email}`;
    return limit(db, own, MAILS_PER_ADDRESS_AN_HOUR, HOUR, MAILED_ALREADY);
  }
  const network = networkOf(ip);
  await limit(db, `${kind}:network:${network}`, MAILS_PER_NETWORK_AN_HOUR, HOUR, MAILED_ALREADY);
  await limit(db, `${kind}:hour:${email} ${network}`, MAILS_PER_ADDRESS_AN_HOUR, HOUR, MAILED_ALREADY);
  // They are so short-lived that a mailbox could have eight an hour (`isLinkTooMuch`); a reset link is always to be had.
  if (kind === 'sign-in-link') {
    const place = `${kind}:day:${email} ${wideNetworkOf(ip) ?? network}`;
    await limit(db, place, MAILS_PER_ADDRESS_A_DAY, DAY, MAILED_TODAY);
  }
}

/**
 * Whether an unknown browser's link is one too many for a mailbox: when it was mailed often, a link goes only if no recent
 * one is in there. Beyond the day's share of the mailbox only an account that proved it gets one, as often as a link
 * lasts: whoever asked, one that works is in there or can be had. Other accounts may be a stranger's, one on each spelling.
 * @param hasRecentLink the account has a link that works for a while
 * @param withinShare the mailbox has not had its share of mails today (`countUnaskedMail`)
 * @param lifetime of the link, in seconds
 */
export async function isLinkTooMuch(
  db: Executor,
  kind: LinkKind,
  mailbox: string,
  account: { emailVerified: boolean; hasRecentLink: boolean; withinShare: boolean; lifetime: number },
): Promise<boolean> {
  const often = await mailedOften(db, `${kind}:hour:${mailbox}`, `${kind}:day:${mailbox}`);
  if (often && account.hasRecentLink) return true;
  if (account.withinShare) return false;
  const beyond = { key: `${kind}:beyond:${mailbox}`, most: 1, window: account.lifetime };
  return !account.emailVerified || (await spend(db, beyond, 1)) === null;
}

async function mailedOften(db: Executor, hourKey: string, dayKey: string): Promise<boolean> {
  const thisHour = await count(db, hourKey, HOUR);
  const today = await count(db, dayKey, DAY);
  return thisHour.count > MAILS_PER_ADDRESS_AN_HOUR || today.count > MAILS_PER_ADDRESS_A_DAY;
}

/** @throws {GoogleError} TOO_MANY_ATTEMPTS_TRY_LATER */
export async function limitPasswordChanges(db: Executor, uid: string): Promise<void> {
  const message = said('The password was changed many times. Please try again in an hour.');
  await limit(db, `password:${uid}`, PASSWORD_CHANGES_PER_ACCOUNT, HOUR, message);
}

async function limit(db: Executor, key: string, most: number, window: number, message: Said, http = 400) {
  const now = await count(db, key, window);
  if (now.count > most) throw tooManyAttempts(message, now.endsIn, http);
}
