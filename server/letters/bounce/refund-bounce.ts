import { and, eq, sql } from 'drizzle-orm';
import { STATUS } from '../../../shared/letter-status.ts';
import type { Transaction } from '../../core/db/database.ts';
import { statusIs } from '../../core/db/status-in.ts';
import { type Evidence, isProven } from '../../mail/in/failed-delivery.ts';
import type { LetterRow } from '../data.ts';
import { bounceRefunds, letters } from '../schema.ts';
import { lastCharge, lockForReturn, returnCredit } from '../send/charge-letter.ts';

/** Within 30 days: so many, or this percentage of the letters sent in that time, whichever is more. */
const REFUNDS_IN_30_DAYS = 5;
const REFUNDS_PERCENT = 5;

export type RefundState = (typeof bounceRefunds.$inferSelect)['state'];

/** The sender is locked. Weak proof, an address that took mail before, or many bounces wait for the operator. */
export async function refundBounce(
  tx: Transaction,
  letter: LetterRow,
  evidence: Evidence,
): Promise<RefundState> {
  const proven = isProven(evidence, letter) && !(await hasTakenMail(tx, letter));
  const many = proven && (await hasManyRefunds(tx, letter.userId));
  const state = proven && !many ? 'returned' : 'waiting';
  await tx
    .insert(bounceRefunds)
    .values({
      letterId: letter.id,
      charge: lastCharge(letter),
      userId: letter.userId,
      state,
      cause: state === 'returned' ? null : many ? 'many' : 'unproven',
    })
    .onConflictDoNothing();
  if (state === 'returned') await returnCredit(tx, letter, 'undelivered');
  return state;
}

/** A report that such an address does not exist may be forged. Letters of the last days may yet bounce. */
async function hasTakenMail(tx: Transaction, { id, recipientEmail }: LetterRow): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from conversations join letters on letters.conversation_id = conversations.id
    where lower(conversations.recipient_email) = lower(${recipientEmail}) and letters.id <> ${id}
      and ${statusIs(STATUS.sent, letters.status)} and letters.sent_at < now() - interval '7 days' limit 1`);
  return rows.length > 0;
}

/** What the operator gave was looked at, and does not count. */
async function hasManyRefunds(tx: Transaction, userId: number): Promise<boolean> {
  const { rows } = await tx.execute<{ many: boolean }>(sql`
    select (select count(*) from bounce_refunds
        where user_id = ${userId} and state = 'returned' and created_at > now() - interval '30 days')
      >= greatest(${REFUNDS_IN_30_DAYS}::int, (select count(*) from ledger_entries
        where user_id = ${userId} and kind = 'letter' and created_at > now() - interval '30 days')
        * ${REFUNDS_PERCENT}::int / 100) as many`);
  return rows[0]?.many ?? true;
}

/** @param charge of the letter, from 1 @returns null when nothing waits there */
export async function decideRefund(
  tx: Transaction,
  { id, userId }: Pick<LetterRow, 'id' | 'userId'>,
  charge: number,
  state: 'given' | 'refused',
): Promise<LetterRow | null> {
  const letter = await lockForReturn(tx, { id, userId });
  if (!letter) return null;
  const waiting = and(
    eq(bounceRefunds.letterId, id),
    eq(bounceRefunds.charge, charge),
    eq(bounceRefunds.state, 'waiting'),
  );
  const { rowCount } = await tx.update(bounceRefunds).set({ state, decidedAt: sql`now()` }).where(waiting);
  if (rowCount === 0) return null;
  if (state === 'given') await returnCredit(tx, { ...letter, charges: charge }, 'undelivered');
  return letter;
}
