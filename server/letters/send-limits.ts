import { sql } from 'drizzle-orm';
import { tooMany } from '../errors.ts';
import type { Transaction } from '../platform/db/database.ts';
import type { UserRow } from '../users/data.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Letters a person may send. */
const LIMITS = {
  unverifiedADay: 5,
  verifiedAnHour: 60,
  verifiedADay: 300,
  toOneAddressFromUnverifiedADay: 5,
} as const;

/**
 * Refuses a letter beyond the limits. The caller has locked the person's row, so their own letters are counted one
 * after the other. A letter counts when it is first charged; sending the same one again counts no more.
 * @throws 429 with a clear sentence and Retry-After
 */
export async function checkSendLimits(
  tx: Transaction,
  letter: { user: UserRow; verified: boolean; recipientEmail: string },
): Promise<void> {
  const { rows } = await tx.execute<{ hour: number; day: number }>(sql`
    select count(*) filter (where created_at > now() - interval '1 hour')::int as hour, count(*)::int as day
    from ledger_entries
    where user_id = ${letter.user.id} and kind = 'letter' and strpos(reference, ':') = 0
      and created_at > now() - interval '1 day'
      -- From the newest back to the first that is older than a day, so that years of letters are not read; with the
      -- number behind a select, for the planner would otherwise look for it among everybody's.
      and id > coalesce((select id from ledger_entries
        where user_id = (select ${letter.user.id}::bigint) and created_at <= now() - interval '1 day' order by id desc limit 1), 0)`);
  const sent = rows[0] ?? { hour: 0, day: 0 };
  if (letter.verified) {
    if (sent.hour >= LIMITS.verifiedAnHour) {
      throw tooMany(`You can send ${LIMITS.verifiedAnHour} letters an hour. Please go on in a while.`, HOUR);
    }
    if (sent.day >= LIMITS.verifiedADay) {
      throw tooMany(`You can send ${LIMITS.verifiedADay} letters a day. Please go on tomorrow.`, DAY);
    }
    return;
  }
  if (sent.day >= LIMITS.unverifiedADay) {
    throw tooMany(
      `Until your e-mail address is confirmed you can send ${LIMITS.unverifiedADay} letters a day. Please confirm it by the link we mailed you.`,
      DAY,
    );
  }
  await checkRecipientLimit(tx, letter.recipientEmail);
}

/**
 * Limits letters from unverified accounts to one address. The count is over all people, so an advisory lock makes them
 * wait for one another.
 * @throws 429 with a clear sentence and Retry-After
 */
export async function checkRecipientLimit(tx: Transaction, recipientEmail: string): Promise<void> {
  const address = recipientEmail.toLowerCase();
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`unverified letters to ${address}`}, 0))`,
  );
  const received = await tx.execute<{ day: number }>(sql`
    select count(*)::int as day
    from conversations c join letters l on l.conversation_id = c.id join users u on u.id = c.user_id
    where lower(c.recipient_email) = ${address} and l.queued_at > now() - interval '1 day' and not u.email_verified`);
  if ((received.rows[0]?.day ?? 0) >= LIMITS.toOneAddressFromUnverifiedADay) {
    throw tooMany(
      'This address has had many letters today from people whose own address is not confirmed. Please confirm yours by the link we mailed you, or try again tomorrow.',
      DAY,
    );
  }
}
