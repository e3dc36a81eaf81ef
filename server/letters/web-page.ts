import { and, eq, or, sql } from 'drizzle-orm';
import type { Language } from '../../shared/languages.ts';
import { STATUS } from '../../shared/letter-status.ts';
import { said } from '../../shared/words.ts';
import type { Executor, Transaction } from '../core/db/database.ts';
import { statusIn } from '../core/db/status-in.ts';
import { conflict, noLetter, noPage, ProductError } from '../core/errors.ts';
import { announceLetter } from '../core/events/announce.ts';
import type { Person } from '../people/identity/sessions/person.ts';
import { requireUser } from '../people/users/data.ts';
import { type LetterRow, lockLetter } from './data.ts';
import { letters } from './schema.ts';

const TOKEN = /^[a-z0-9]{26}$/;

/** Null for a text that is none; somebody may have typed it in capitals. */
export function readToken(text: string): string | null {
  const token = text.toLowerCase();
  return TOKEN.test(token) ? token : null;
}

export async function languageOfToken(db: Executor, text: string): Promise<Language | null> {
  const token = readToken(text);
  if (token === null) return null;
  const [letter] = await db.select({ language: letters.language }).from(letters).where(hasToken(token));
  return letter?.language ?? null;
}

const hasToken = (token: string) => or(eq(letters.webToken, token), eq(letters.mailedToken, token));

export interface OpenedPage {
  letter: LetterRow;
  /** `/l/<token>` */
  path: string;
  byRecipient: boolean;
}

/** @throws 404 for an unknown token, 410 for a closed page */
export async function requirePage(db: Executor, text: string): Promise<OpenedPage> {
  const token = readToken(text);
  if (token === null) throw noPage();
  const [letter] = await db
    .select()
    .from(letters)
    .where(and(hasToken(token), statusIn('seenByRecipient', letters.status)));
  if (!letter) throw noPage();
  if (letter.webRevokedAt === null)
    return { letter, path: `/l/${token}`, byRecipient: letter.mailedToken === token };
  throw new ProductError(
    410,
    'PAGE_CLOSED',
    said('Whoever wrote this letter has closed its page. The e-mail that brought it is still yours.'),
  );
}

/** Whoever sent the letter has the link that only reads. @throws 404, 410 for a closed page */
export async function requireRecipient(db: Executor, token: string): Promise<OpenedPage> {
  const page = await requirePage(db, token);
  if (!page.byRecipient) throw noPage();
  return page;
}

/** @throws 404 for a letter that is not the person's own, 409 for one that has no page */
export async function setWebPage(tx: Transaction, person: Person, letterId: number, open: boolean) {
  const user = await requireUser(tx, person);
  const letter = await lockLetter(tx, user.id, letterId);
  if (!letter) throw noLetter();
  if (letter.webToken === null || letter.status === STATUS.created)
    throw conflict('NO_WEB_PAGE', said('This letter has no page of its own.'));
  if (open === (letter.webRevokedAt === null)) return;
  await tx
    .update(letters)
    .set({ webRevokedAt: open ? null : sql`now()` })
    .where(eq(letters.id, letter.id));
  await announceLetter(tx, letter.id);
}
