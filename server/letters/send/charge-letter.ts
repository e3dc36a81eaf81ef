import { eq, type SQL } from 'drizzle-orm';
import { STATUS } from '../../../shared/letter-status.ts';
import { LETTER_COST_CREDITS } from '../../../shared/limits.ts';
import type { Transaction } from '../../core/db/database.ts';
import { first } from '../../core/db/first.ts';
import { writeEntries, writeEntry } from '../../money/credits/ledger.ts';
import { returnStamp } from '../../money/gifts/return-gifts.ts';
import { users } from '../../people/users/schema.ts';
import { type LetterRow, lockLetters } from '../data.ts';
import { type LetterReturn, letterReturns, letters } from '../schema.ts';

type Charged = Pick<LetterRow, 'id' | 'userId' | 'charges'>;
type Returned = Charged & Pick<LetterRow, 'recipientName'>;

/**
 * Rows are locked. The first charge has the letter's id as reference, later ones `<id>:<number>`.
 * @throws 402 INSUFFICIENT_CREDITS
 */
export async function chargeLetters(tx: Transaction, charged: LetterRow[]): Promise<void> {
  const [first] = charged;
  if (!first) return;
  const entries = charged.map((letter) => ({
    delta: -LETTER_COST_CREDITS,
    kind: 'letter' as const,
    reference: reference(letter, nextCharge(letter)),
  }));
  if ((await writeEntries(tx, first.userId, entries)) < charged.length)
    throw new Error(`Of the letters ${charged.map(({ id }) => id).join(', ')}, one had this charge already.`);
}

/** Nothing happens a second time. */
export async function returnPostage(tx: Transaction, letter: Returned, cause: LetterReturn): Promise<void> {
  await returnCredit(tx, letter, cause);
  await returnStamp(tx, letter);
}

/** Nothing happens a second time. */
export async function returnCredit(tx: Transaction, letter: Returned, cause: LetterReturn): Promise<void> {
  const { userId, recipientName } = letter;
  const of = reference(letter, lastCharge(letter));
  const entry = { userId, delta: LETTER_COST_CREDITS, kind: 'letter-returned', reference: of } as const;
  if (await writeEntry(tx, entry))
    await tx.insert(letterReturns).values({ reference: of, userId, cause, recipientName });
}

/** @returns null when there is no such letter */
export const lockForReturn = (tx: Transaction, { id, userId }: Pick<LetterRow, 'id' | 'userId'>) =>
  first(lockAllForReturn(tx, userId, eq(letters.id, id)));

/** Sender first, then letters, as sending locks them. */
export async function lockAllForReturn(
  tx: Transaction,
  userId: number,
  which: SQL | undefined,
): Promise<LetterRow[]> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
  return lockLetters(tx, userId, which);
}

export const nextCharge = (letter: LetterRow) =>
  letter.status === STATUS.created ? 1 : lastCharge(letter) + 1;

/** Letters from before charges were counted have 0 for one. */
export const lastCharge = ({ charges }: Charged) => Math.max(1, charges);

const reference = ({ id }: Charged, charge: number) => (charge === 1 ? String(id) : `${id}:${charge}`);
