import { and, eq, gt, sql } from 'drizzle-orm';
import type { Config } from '../../config.ts';
import type { Executor } from '../../platform/db/database.ts';
import { rateCounters } from '../../platform/db/schema/limits.ts';
import { networkOf, wideNetworkOf } from '../../platform/http/network.ts';
import { count } from '../../platform/rate-limit.ts';
import { tooManyAttempts } from '../google-errors.ts';

/** Seconds. */
const LOCK_OUT_WINDOW = 15 * 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

const WRONG_PASSWORDS_PER_ACCOUNT = 10;
const WRONG_PASSWORDS_PER_NETWORK = 100;
const MAILS_PER_ADDRESS_AN_HOUR = 5;
const MAILS_PER_ADDRESS_A_DAY = 10;
const MAILS_PER_NETWORK_AN_HOUR = 60;
const PASSWORD_CHANGES_PER_ACCOUNT = 20;

const accountKey = (email: string) => `sign-in:account:${email}`;
const networkKey = (ip: string) => `sign-in:network:${networkOf(ip)}`;

/**
 * Counts a sign-in attempt before the password is checked, so that concurrent guesses are all counted. Addresses
 * without an account are counted too. The right password resets the count (`resetAttempts`), so that only failures
 * lock an account.
 * @throws {GoogleError} TOO_MANY_ATTEMPTS_TRY_LATER
 */
export async function countAttempt(db: Executor, email: string, ip: string): Promise<void> {
  const message = 'Access to this account has been temporarily disabled due to many failed login attempts.';
  // The network is counted first, so that a locked network cannot lock further accounts.
  await limit(db, networkKey(ip), WRONG_PASSWORDS_PER_NETWORK, LOCK_OUT_WINDOW, message);
  await limit(db, accountKey(email), WRONG_PASSWORDS_PER_ACCOUNT, LOCK_OUT_WINDOW, message);
}

/** After the right password or a reset: deletes the account's count and subtracts one from the network's. */
export async function resetAttempts(db: Executor, email: string, ip?: string): Promise<void> {
  await db.delete(rateCounters).where(eq(rateCounters.key, accountKey(email)));
  if (ip === undefined) return;
  const since = new Date(Date.now() - LOCK_OUT_WINDOW * 1000);
  await db
    .update(rateCounters)
    .set({ count: sql`greatest(${rateCounters.count} - 1, 0)` })
    .where(and(eq(rateCounters.key, networkKey(ip)), gt(rateCounters.windowStart, since)));
}

/** @throws {GoogleError} TOO_MANY_ATTEMPTS_TRY_LATER, as a 429 */
export async function limitSignUps(db: Executor, config: Config, ip: string): Promise<void> {
  const network = wideNetworkOf(ip);
  if (network === null) return;
  const message = 'Too many accounts were made from this network today. Please try again tomorrow.';
  await limit(db, `sign-up:${network}`, config.SIGN_UPS_PER_NETWORK_A_DAY, DAY, message, 429);
}

/**
 * Limits mails that anybody can have us send to an address. Every address is counted, so that the limit does not
 * reveal which ones have an account.
 * @throws {GoogleError} TOO_MANY_ATTEMPTS_TRY_LATER
 */
export async function limitMails(db: Executor, kind: string, email: string, ip: string): Promise<void> {
  const message = 'We have sent several mails already. Please look in your mailbox, or try again in an hour.';
  await limit(db, `${kind}:network:${networkOf(ip)}`, MAILS_PER_NETWORK_AN_HOUR, HOUR, message);
  await limit(db, `${kind}:hour:${email}`, MAILS_PER_ADDRESS_AN_HOUR, HOUR, message);
  await limit(db, `${kind}:day:${email}`, MAILS_PER_ADDRESS_A_DAY, DAY, message);
}

/** @throws {GoogleError} TOO_MANY_ATTEMPTS_TRY_LATER */
export async function limitPasswordChanges(db: Executor, uid: string): Promise<void> {
  const message = 'The password was changed many times. Please try again in an hour.';
  await limit(db, `password:${uid}`, PASSWORD_CHANGES_PER_ACCOUNT, HOUR, message);
}

async function limit(db: Executor, key: string, most: number, window: number, message: string, http = 400) {
  const now = await count(db, key, window);
  if (now.count > most) throw tooManyAttempts(message, now.endsIn, http);
}
