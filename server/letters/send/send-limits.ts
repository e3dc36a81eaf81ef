import { and, eq, inArray, isNotNull, notInArray, sql } from 'drizzle-orm';
import { DAY_MS, DAY_SECONDS, HOUR_SECONDS } from '../../../shared/durations.ts';
import { type LetterStatus, STATUS } from '../../../shared/letter-status.ts';
import {
  LETTERS_SCHEDULED_AT_MOST,
  LETTERS_SCHEDULED_UNCONFIRMED,
  LETTERS_SEALED_AT_MOST,
} from '../../../shared/limits.ts';
import { said, saidN } from '../../../shared/words.ts';
import type { Config } from '../../core/config.ts';
import type { Transaction } from '../../core/db/database.ts';
import { statusIn, statusIs } from '../../core/db/status-in.ts';
import { conflict, type ProductError, tooMany } from '../../core/errors.ts';
import { wideNetworkOf } from '../../core/http/network.ts';
import { countEach, enforce, type Limit, limit, sentenceOf } from '../../core/rate-limit.ts';
import type { Services } from '../../core/services.ts';
import type { UserRow } from '../../people/users/data.ts';
import type { LetterRow } from '../data.ts';
import { letters } from '../schema.ts';

/** Counted in the ledger. */
const LIMITS = {
  unverifiedADay: 5,
  verifiedAnHour: 60,
  verifiedADay: 300,
} as const;

type Outgoing = Pick<LetterRow, 'id' | 'recipientEmail'>;

export interface LetterSender {
  user: UserRow;
  verified: boolean;
}

/**
 * The person's row is locked. A letter counts when it is first charged. Of an unverified account's five, one
 * whose credit went back is not counted.
 * @param letters sent at once: all of them, or none
 * @throws 429 with Retry-After
 */
export async function checkSenderLimits(
  tx: Transaction,
  config: Config,
  { user, verified }: LetterSender,
  letters: number,
): Promise<void> {
  const { rows } = await tx.execute<{ hour: number; day: number; kept: number }>(sql`
    with recent as materialized (
      select kind, reference, delta, created_at from ledger_entries
      where user_id = ${user.id} and kind in ('letter', 'letter-returned')
        and created_at > now() - interval '1 day'
        -- From the newest back to the first that is older than a day, so that years of letters are not read; with the
        -- number behind a select, for the planner would otherwise look for it among everybody's.
        and id > coalesce((select id from ledger_entries
          where user_id = (select ${user.id}::bigint) and created_at <= now() - interval '1 day' order by id desc limit 1), 0)),
    first_charges as (select created_at from recent where kind = 'letter' and strpos(reference, ':') = 0)
    select (select count(*)::int from first_charges where created_at > now() - interval '1 hour') as hour,
      (select count(*)::int from first_charges) as day,
      (select count(*)::int from (
        select from recent group by split_part(reference, ':', 1) having sum(delta) < 0) charged) as kept`);
  const sent = rows[0] ?? { hour: 0, day: 0, kept: 0 };
  const check = (name: keyof typeof LIMITS, before: number, seconds: number) => {
    const left = LIMITS[name] - before;
    if (letters > left) throw tooMany(SENTENCES[name](LIMITS[name], left), seconds);
  };
  if (leavesUnconfirmed(config, verified)) check('unverifiedADay', sent.kept, DAY_SECONDS);
  check('verifiedAnHour', sent.hour, HOUR_SECONDS);
  check('verifiedADay', sent.day, DAY_SECONDS);
}

const SENTENCES = {
  unverifiedADay: (letters: number, left: number) =>
    left > 0
      ? saidN(
          left,
          'Until your e-mail address is confirmed you can send {letters} letters a day, and 1 more is possible today. Please confirm it by the link we mailed you.',
          'Until your e-mail address is confirmed you can send {letters} letters a day, and {n} more are possible today. Please confirm it by the link we mailed you.',
          { letters },
        )
      : said(
          'Until your e-mail address is confirmed you can send {letters} letters a day. Please confirm it by the link we mailed you.',
          { letters },
        ),
  verifiedAnHour: (letters: number, left: number) =>
    left > 0
      ? saidN(
          left,
          'You can send {letters} letters an hour, and 1 more is possible now. Please go on in a while.',
          'You can send {letters} letters an hour, and {n} more are possible now. Please go on in a while.',
          { letters },
        )
      : said('You can send {letters} letters an hour. Please go on in a while.', { letters }),
  verifiedADay: (letters: number, left: number) =>
    left > 0
      ? saidN(
          left,
          'You can send {letters} letters a day, and 1 more is possible today. Please go on tomorrow.',
          'You can send {letters} letters a day, and {n} more are possible today. Please go on tomorrow.',
          { letters },
        )
      : said('You can send {letters} letters a day. Please go on tomorrow.', { letters }),
};

/** Only the local mailbox takes them. */
const leavesUnconfirmed = (config: Config, verified: boolean) => !verified && config.SMTP_URL === undefined;

/**
 * Under all spellings, in the transaction that queues the letters: concurrent ones wait. Locks the
 * addresses' counts by their hashes, then the network's.
 * @returns why some may not be queued, by address: 429 with Retry-After
 */
export async function countForAddresses(
  tx: Transaction,
  { config, addressHash }: Services,
  { user, verified }: LetterSender,
  outgoing: Outgoing[],
): Promise<Map<string, ProductError>> {
  const refusals = new Map<string, ProductError>();
  const emails = outgoing.map(({ recipientEmail }) => recipientEmail);
  const enforceEach = async (some: string[], limitOf: (address: string) => Limit) => {
    if (some.length === 0) return new Map<string, number>();
    const places = Map.groupBy(some, (email) => limitOf(addressHash(email)).key);
    const sorted = [...places].sort(([a], [b]) => (a < b ? -1 : 1));
    const amounts = new Map(sorted.map(([place, { length }]) => [place, length]));
    const shared = limitOf('');
    const { counts, endsIn } = await countEach(tx, amounts, shared.window);
    for (const [place, sharing] of places) {
      if ((counts.get(place) ?? 0) <= shared.most) continue;
      for (const email of sharing)
        if (!refusals.has(email)) refusals.set(email, tooMany(sentenceOf(shared), endsIn));
    }
    return counts;
  };
  const own = (address: string) => limit('letters', `${user.id}:${address}`);
  const today = await enforceEach(emails, own);
  if (leavesUnconfirmed(config, verified))
    await enforceEach(emails, (address) => limit('unconfirmed senders', address));
  const before = await writtenToBefore(tx, user, outgoing);
  // Somebody who writes to a mailbox in several spellings is one sender.
  const isKnown = (address: string, spellings: string[]) =>
    spellings.some((email) => before.has(email.toLowerCase())) ||
    (today.get(own(address).key) ?? 0) > spellings.length;
  await enforceEach(
    [...Map.groupBy(emails, addressHash)].flatMap(([address, spellings]) =>
      isKnown(address, spellings) ? [] : spellings.slice(0, 1),
    ),
    (address) => limit('new senders', address),
  );
  return refusals;
}

/** @returns lower-cased addresses */
async function writtenToBefore(tx: Transaction, user: UserRow, outgoing: Outgoing[]): Promise<Set<string>> {
  const address = sql<string>`lower(${letters.recipientEmail})`;
  const earlier = await tx
    .selectDistinct({ address })
    .from(letters)
    .where(
      and(
        eq(letters.userId, user.id),
        inArray(
          address,
          outgoing.map(({ recipientEmail }) => recipientEmail.toLowerCase()),
        ),
        notInArray(
          letters.id,
          outgoing.map(({ id }) => id),
        ),
        isNotNull(letters.queuedAt),
        statusIn('posted', letters.status),
      ),
    );
  return new Set(earlier.map((one) => one.address));
}

/** An account younger than a day, against its network. @throws 429 with Retry-After */
export async function countForNetwork(
  tx: Transaction,
  user: UserRow,
  ip: string,
  letters: number,
): Promise<void> {
  const network = wideNetworkOf(ip);
  if (network === null || Date.now() - user.createdAt.getTime() > DAY_MS) return;
  await enforce(tx, limit("new accounts' letters", network), letters);
}

/** The person's row is locked. @param more letters that are to wait as well: all, or none @throws 429 */
export async function checkScheduled(tx: Transaction, { user, verified }: LetterSender, more: number) {
  const waiting = await countOfStatus(tx, user.id, STATUS.scheduled);
  const most = verified ? LETTERS_SCHEDULED_AT_MOST : LETTERS_SCHEDULED_UNCONFIRMED;
  if (waiting + more <= most) return;
  throw tooMany(
    more > 1
      ? said(
          '{most} of your letters can wait for their day at once, and {waiting} do. Please choose fewer people, or send it now.',
          { most, waiting },
        )
      : said(
          '{waiting} of your letters wait for their day already. Please send this one now, or once another has left.',
          { waiting },
        ),
    DAY_SECONDS,
  );
}

/**
 * Sealed letters may be deleted, so nobody may have answered them. The person's row is locked.
 * @throws 409 for a letter that had left, 429 for too many
 */
export async function checkSealed(tx: Transaction, userId: number, leaving: Pick<LetterRow, 'queuedAt'>[]) {
  if (leaving.some(({ queuedAt }) => queuedAt !== null)) {
    throw conflict(
      'ADDRESS_NOT_CONFIRMED',
      said(
        'Please confirm your e-mail address first, by the link we mailed you. Then you can send this letter again.',
      ),
    );
  }
  const waiting = await countOfStatus(tx, userId, STATUS.sealed);
  if (waiting + leaving.length <= LETTERS_SEALED_AT_MOST) return;
  throw tooMany(
    leaving.length > 1
      ? said(
          '{most} of your letters can be sealed at once, and {waiting} are. Please confirm your e-mail address first, by the link we mailed you.',
          { most: LETTERS_SEALED_AT_MOST, waiting },
        )
      : said(
          '{waiting} of your letters are sealed already. Please confirm your e-mail address first, by the link we mailed you.',
          { waiting },
        ),
    DAY_SECONDS,
  );
}

const countOfStatus = (tx: Transaction, userId: number, status: LetterStatus) =>
  tx.$count(letters, and(eq(letters.userId, userId), statusIs(status, letters.status)));
