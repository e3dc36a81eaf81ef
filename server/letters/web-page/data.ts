import { and, eq, ne } from 'drizzle-orm';
import type { Executor } from '../../platform/db/database.ts';
import { letters } from '../../platform/db/schema/letters.ts';
import type { LetterRow } from '../data.ts';

const TOKEN = /^[a-z0-9]{26}$/;

/** The letter whose page has this token, open or closed; null for any other text. */
export async function findByWebToken(db: Executor, token: string): Promise<LetterRow | null> {
  const known = token.toLowerCase();
  if (!TOKEN.test(known)) return null;
  const [letter] = await db
    .select()
    .from(letters)
    .where(and(eq(letters.webToken, known), ne(letters.status, 'created')));
  return letter ?? null;
}
