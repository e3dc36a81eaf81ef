import { and, eq, sql } from 'drizzle-orm';
import { conflict, notFound } from '../../errors.ts';
import type { Person } from '../../identity/sessions/person.ts';
import type { Executor, Transaction } from '../../platform/db/database.ts';
import { visibleToRecipient } from '../../platform/db/letter-visibility.ts';
import { letters } from '../../platform/db/schema/letters.ts';
import { requireUser } from '../../users/data.ts';
import type { LetterRow } from '../data.ts';
import { lockLetter } from '../data.ts';

const TOKEN = /^[a-z0-9]{26}$/;

/** The letter whose page has this token, open or closed; null for any other text. */
export async function findByWebToken(db: Executor, token: string): Promise<LetterRow | null> {
  const known = token.toLowerCase();
  if (!TOKEN.test(known)) return null;
  const [letter] = await db
    .select()
    .from(letters)
    .where(and(eq(letters.webToken, known), visibleToRecipient(letters.status)));
  return letter ?? null;
}

/**
 * Closes the letter's own page to everybody who has its address, or opens it again under the same one.
 * @throws 404 for a letter that is not the person's own, 409 for one that has no page
 */
export async function setWebPage(
  tx: Transaction,
  person: Person,
  letterId: number,
  open: boolean,
): Promise<void> {
  const user = await requireUser(tx, person);
  const letter = await lockLetter(tx, user.id, letterId);
  if (!letter) throw notFound('That letter');
  if (letter.webToken === null) throw conflict('NO_WEB_PAGE', 'This letter has no page of its own.');
  if (open === (letter.webRevokedAt === null)) return;
  await tx
    .update(letters)
    .set({ webRevokedAt: open ? null : sql`now()` })
    .where(eq(letters.id, letter.id));
}
