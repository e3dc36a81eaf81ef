import { eq } from 'drizzle-orm';
import { LETTER_COST_CREDITS } from '../../shared/limits.ts';
import { writeEntries, writeEntry } from '../credits/ledger.ts';
import { returnStamp } from '../gifts/return-gifts.ts';
import type { Transaction } from '../platform/db/database.ts';
import { letters } from '../platform/db/schema/letters.ts';
import { users } from '../platform/db/schema/users.ts';
import type { LetterRow } from './data.ts';

type Charged = Pick<LetterRow, 'id' | 'userId' | 'charges'>;

/**
 * Charges a letter in the caller's transaction, which has locked the letter's row. The first charge has the letter's id
 * as its ledger reference, later ones `<id>:<number>`; each may be returned once.
 * @returns the number of this charge, from 1
 * @throws 402 INSUFFICIENT_CREDITS
 */
export async function chargeLetter(tx: Transaction, letter: Charged, again: boolean): Promise<number> {
  const charge = again ? lastCharge(letter) + 1 : 1;
  const written = await writeEntry(tx, {
    userId: letter.userId,
    delta: -LETTER_COST_CREDITS,
    kind: 'letter',
    reference: reference(letter, charge),
  });
  if (!written) throw new Error(`Charge ${charge} of letter ${letter.id} was there already.`);
  return charge;
}

/**
 * Charges new letters of one person for the first time, in the transaction that stores them with 1 as their charges.
 * @throws 402 INSUFFICIENT_CREDITS
 */
export async function chargeNewLetters(tx: Transaction, userId: number, letterIds: number[]): Promise<void> {
  await writeEntries(
    tx,
    userId,
    letterIds.map((id) => ({ delta: -LETTER_COST_CREDITS, kind: 'letter', reference: String(id) })),
  );
}

/** Returns the letter's last charge, and the stamp that waits in it; a second time nothing happens. */
export async function returnPostage(tx: Transaction, letter: Charged): Promise<void> {
  await returnCredit(tx, letter);
  await returnStamp(tx, letter);
}

/** Returns the letter's last charge alone; a second time nothing happens. */
export async function returnCredit(tx: Transaction, letter: Charged): Promise<void> {
  await writeEntry(tx, {
    userId: letter.userId,
    delta: LETTER_COST_CREDITS,
    kind: 'letter-returned',
    reference: reference(letter, lastCharge(letter)),
  });
}

/**
 * Locks the sender's row and then the letter's, in the order that sending locks them: two transactions with different
 * orders would wait for each other.
 * @returns null when there is no such letter
 */
export async function lockForReturn(
  tx: Transaction,
  { id, userId }: Pick<LetterRow, 'id' | 'userId'>,
): Promise<LetterRow | null> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
  const [letter] = await tx.select().from(letters).where(eq(letters.id, id)).for('update');
  return letter ?? null;
}

/** Number of a letter's last charge. Letters that were charged before charges were counted have 0 for one. */
export const lastCharge = ({ charges }: Charged) => Math.max(1, charges);

const reference = ({ id }: Charged, charge: number) => (charge === 1 ? String(id) : `${id}:${charge}`);
