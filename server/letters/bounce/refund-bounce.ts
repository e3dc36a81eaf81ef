import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../core/db/database.ts';
import { type Evidence, isProven } from '../../mail/in/failed-delivery.ts';
import type { LetterRow } from '../data.ts';
import { bounceRefunds } from '../schema.ts';
import { lastCharge, lockForReturn, returnCredit } from '../send/charge-letter.ts';

/**
 * Credits of bounced letters that return to one sender by themselves within 30 days: so many, or this percentage of the
 * letters that they sent in that time, whichever is more.
 */
const REFUNDS_IN_30_DAYS = 20;
const REFUNDS_PERCENT = 5;

export type RefundState = (typeof bounceRefunds.$inferSelect)['state'];

/**
 * Returns the credit of a letter that bounced, in the transaction that marks it and has locked its sender. When the report
 * proves too little, or many came back to this sender already, the credit waits for the operator. Once for each charge.
 * @returns what became of the credit
 */
export async function refundBounce(
  tx: Transaction,
  letter: LetterRow,
  evidence: Evidence,
): Promise<RefundState> {
  const proven = isProven(evidence, letter);
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

/** Counts only what returned by itself: what the operator gave was looked at. */
async function hasManyRefunds(tx: Transaction, userId: number): Promise<boolean> {
  const { rows } = await tx.execute<{ many: boolean }>(sql`
    select (select count(*) from bounce_refunds
        where user_id = ${userId} and state = 'returned' and created_at > now() - interval '30 days')
      >= greatest(${REFUNDS_IN_30_DAYS}::int, (select count(*) from ledger_entries
        where user_id = ${userId} and kind = 'letter' and created_at > now() - interval '30 days')
        * ${REFUNDS_PERCENT}::int / 100) as many`);
  return rows[0]?.many ?? true;
}

/**
 * Gives or refuses the credit of a bounced letter that waits for the operator.
 * @param charge of the letter, from 1
 * @returns the letter; null when nothing waits there
 */
export async function decideRefund(
  tx: Transaction,
  { id, userId }: Pick<LetterRow, 'id' | 'userId'>,
  charge: number,
  state: 'given' | 'refused',
): Promise<LetterRow | null> {
  const letter = await lockForReturn(tx, { id, userId });
  if (!letter) return null;
  const decided = await tx
    .update(bounceRefunds)
    .set({ state, decidedAt: sql`now()` })
    .where(
      and(
        eq(bounceRefunds.letterId, id),
        eq(bounceRefunds.charge, charge),
        eq(bounceRefunds.state, 'waiting'),
      ),
    )
    .returning({ charge: bounceRefunds.charge });
  if (decided.length === 0) return null;
  if (state === 'given') await returnCredit(tx, { ...letter, charges: charge }, 'undelivered');
  return letter;
}
