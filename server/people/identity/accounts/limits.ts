import { DAY_MS } from '../../../../shared/durations.ts';
import type { Config } from '../../../core/config.ts';
import type { Executor } from '../../../core/db/database.ts';
import { mailNetworkOf, networkOf, wideNetworkOf } from '../../../core/http/network.ts';
import {
  count,
  forgetCounts,
  type Limit,
  limit,
  sentenceOf,
  spend,
  uncount,
} from '../../../core/rate-limit.ts';
import { tooManyAttempts } from '../google-errors.ts';
import type { Account } from './data.ts';

/** Age in days from which an account is trusted not to be one of many made to use up a mailbox's share of mails. */
const SETTLED_DAYS = 7;

export interface Caller {
  ip: string;
  /** id of the browser if it is known to the account (`known-browser.ts`) */
  knownBrowser: string | null;
}

const ofNetwork = (ip: string) => limit('sign-in:network', networkOf(ip));
const ofAccount = (email: string) => limit('sign-in:account', email);
const ofPlace = (email: string, { ip, knownBrowser }: Caller) =>
  knownBrowser === null
    ? limit('sign-in:account-network', `${email} ${networkOf(ip)}`)
    : limit('sign-in:browser', `${knownBrowser} ${email}`);
const ofBrowserInADay = (email: string, { knownBrowser }: Caller) =>
  limit('sign-in:browser in a day', `${knownBrowser} ${email}:day`);

/**
 * Counts a sign-in attempt before the password is checked, with or without an account; the right password takes
 * it back. A known browser has a count of its own, so that nobody elsewhere can lock its owner out.
 * @param email lower-cased
 * @throws {GoogleError} TOO_MANY_ATTEMPTS_TRY_LATER
 */
export async function countAttempt(db: Executor, email: string, caller: Caller): Promise<void> {
  const known = caller.knownBrowser !== null;
  // The narrower counts come first: an attempt that they refuse does not count against the account.
  if (!known) await attempt(db, ofNetwork(caller.ip));
  await attempt(db, ofPlace(email, caller));
  await attempt(db, known ? ofBrowserInADay(email, caller) : ofAccount(email));
}

/** After the right password: clears earlier failures from this browser or network, and takes this attempt back. */
export async function forgetAttempts(db: Executor, email: string, caller: Caller): Promise<void> {
  const isKnown = caller.knownBrowser !== null;
  await forgetCounts(db, [ofPlace(email, caller), ...(isKnown ? [ofBrowserInADay(email, caller)] : [])]);
  if (isKnown) return;
  await uncount(db, ofNetwork(caller.ip));
  await uncount(db, ofAccount(email));
}

/** After a mailed link or a passkey proved the owner: clears failures of the account, this browser and this network. */
export async function forgetAccountAttempts(db: Executor, email: string, caller: Caller): Promise<void> {
  const network = ofPlace(email, { ...caller, knownBrowser: null });
  await forgetCounts(db, [ofAccount(email), network, ofPlace(email, caller), ofBrowserInADay(email, caller)]);
}

/** Sign-ups with the address of an account count apart, and take none from new people. @throws {GoogleError} as a 429 */
export async function limitSignUps(db: Executor, config: Config, ip: string, isKnown = false): Promise<void> {
  const daily = signUpLimit(config, ip, isKnown ? 'sign-up:known' : 'sign-up');
  if (daily) await attempt(db, daily, 429);
}

/** Uncounts a confirmed sign-up, for networks such as a school's; limited, as a domain's owner can confirm any number. */
export async function returnSignUp(db: Executor, config: Config, ip: string): Promise<void> {
  const daily = signUpLimit(config, ip);
  if (daily && (await spend(db, limit('sign-up:confirmed', wideNetworkOf(ip)), 1))) await uncount(db, daily);
}

/** On new accounts from a network; null for a private one, which may be one household, or everybody behind a proxy. */
export function signUpLimit(
  config: Config,
  ip: string,
  name: 'sign-up' | 'sign-up:known' = 'sign-up',
): Limit | null {
  const network = wideNetworkOf(ip);
  return network === null ? null : limit(name, network, config);
}

/**
 * Limits the mails that a signed-in person can have us send, by mailbox and network.
 * @param asked.mailbox keyed hash of the address that is mailed, the same for all spellings of a mailbox
 * @returns true when the mailbox was mailed often already: then only an account without a recent code may get one
 * @throws {GoogleError} TOO_MANY_ATTEMPTS_TRY_LATER when this account asked too often
 */
export async function limitMails(
  db: Executor,
  kind: 'verify' | 'change',
  { email, mailbox, ip }: { email: string; mailbox: string; ip: string },
): Promise<boolean> {
  await attempt(db, limit(`${kind}:hour`, email));
  await attempt(db, limit(`${kind}:day`, email));
  return mailedOften(db, kind, `${mailbox} ${mailNetworkOf(ip)}`);
}

export type LinkKind = 'reset' | 'sign-in-link';

export function mailedOftenAlready() {
  const daily = limit('verify:day', null);
  return tooManyAttempts(sentenceOf(daily), daily.window);
}

/**
 * Limits requests of links to reset a password or to sign in, for known and unknown addresses alike. Nobody
 * elsewhere can use up the requests of a known browser or of another network.
 * @throws {GoogleError} TOO_MANY_ATTEMPTS_TRY_LATER when this browser or network asked too often
 */
export async function limitLinkRequests(db: Executor, kind: LinkKind, email: string, caller: Caller) {
  const { ip, knownBrowser } = caller;
  if (knownBrowser !== null) return attempt(db, limit(`${kind}:browser`, `${knownBrowser} ${email}`));
  const network = networkOf(ip);
  await attempt(db, limit(`${kind}:network`, network));
  await attempt(db, limit(`${kind}:hour`, `${email} ${network}`));
  // They expire so soon that `linkToMail` would allow a mailbox eight an hour; a reset link must always be available.
  if (kind === 'sign-in-link') await attempt(db, limit('sign-in-link:day', `${email} ${mailNetworkOf(ip)}`));
}

/**
 * Which link is mailed at the request of an unknown browser. Beyond the mailbox's daily share, an account with a proved
 * address gets one link in the time that a link is valid, any other account one reset link a day.
 * @param mailbox keyed hash of the address in all spellings
 * @returns null for none
 */
export async function linkToMail(
  db: Executor,
  kind: LinkKind,
  mailbox: string,
  account: { email: string; emailVerified: boolean; hasRecentLink: boolean; withinShare: boolean },
): Promise<'link' | 'link for the day' | null> {
  const often = await mailedOften(db, kind, mailbox);
  if (often && account.hasRecentLink) return null;
  if (account.withinShare) return 'link';
  if (account.emailVerified)
    return (await spend(db, limit(`${kind}:beyond`, mailbox), 1)) === null ? null : 'link';
  if (kind !== 'reset') return null;
  const spent = await spend(db, limit('reset:rest of the day', account.email), 1);
  return spent === null ? null : 'link for the day';
}

export const mayConfirmBeyond = async (db: Executor, email: string): Promise<boolean> =>
  (await spend(db, limit('verify:beyond', email), 1)) !== null;

/** Whether a proved account of some age may have one more mail to a new address whose mailbox had its daily share. */
export async function mayChangeBeyond(
  db: Executor,
  { email, emailVerified, createdAt }: Pick<Account, 'email' | 'emailVerified' | 'createdAt'>,
): Promise<boolean> {
  const isSettled = emailVerified && Date.now() - createdAt.getTime() > SETTLED_DAYS * DAY_MS;
  return isSettled && (await spend(db, limit('change:beyond', email), 1)) !== null;
}

async function mailedOften(db: Executor, kind: 'verify' | 'change' | LinkKind, place: string) {
  const hourly = limit(`${kind}:hour`, place);
  const daily = limit(`${kind}:day`, place);
  const thisHour = await count(db, hourly);
  const today = await count(db, daily);
  return thisHour.count > hourly.most || today.count > daily.most;
}

/** @throws {GoogleError} TOO_MANY_ATTEMPTS_TRY_LATER */
export const limitPasswordChanges = (db: Executor, uid: string): Promise<void> =>
  attempt(db, limit('password', uid));

async function attempt(db: Executor, limited: Limit, http = 400): Promise<void> {
  const now = await count(db, limited);
  if (now.count > limited.most) throw tooManyAttempts(sentenceOf(limited), now.endsIn, http);
}
