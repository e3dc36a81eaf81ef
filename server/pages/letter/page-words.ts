import { eq, or } from 'drizzle-orm';
import { z } from 'zod';
import { LANGUAGES, type Language } from '../../../shared/languages.ts';
import type { Words } from '../../../shared/words.ts';
import type { Executor } from '../../core/db/database.ts';
import { letters } from '../../core/db/schema/letters.ts';
import type { Services } from '../../core/services.ts';
import { wordsFor } from '../../core/words.ts';
import { readToken } from '../../letters/web-page.ts';

/** `?lang=`: the language in which a page is asked for. */
export const languageQuery = z.object({ lang: z.enum(LANGUAGES).optional().catch(undefined) });

/** In which words a page of a letter is shown. */
export interface PageWords {
  words: Words;
  /** what its links keep of the choice: `?lang=de`, or nothing */
  query: string;
}

/** @param lang as asked for in the address */
export function pageWords(
  { config }: Pick<Services, 'config'>,
  language: Language,
  lang: Language | undefined,
): PageWords {
  return lang && lang !== language && config.LANGUAGES.includes(lang)
    ? { words: wordsFor(lang), query: `?lang=${lang}` }
    : { words: wordsFor(language), query: '' };
}

/** The language of the letter with this token; null for an unknown one. */
export async function languageOfToken(db: Executor, text: string): Promise<Language | null> {
  const token = readToken(text);
  if (token === null) return null;
  const [letter] = await db
    .select({ language: letters.language })
    .from(letters)
    .where(or(eq(letters.webToken, token), eq(letters.mailedToken, token)));
  return letter?.language ?? null;
}
