import { LANGUAGE_COOKIE } from '../../shared/languages.ts';
import type { Catalogue } from '../../shared/words.ts';
import { loadCatalogue, setDocumentLanguage, shownParts, tellLanguageChange } from './catalogues.ts';
import { addWords } from './words.tsx';

const YEAR_SECONDS = 31_536_000;

let changes = 0;

/** Whether the language was changed since this page was loaded. */
export const languageWasChosen = (): boolean => changes > 0;

/**
 * Shows the page in another language, without a reload: what is being written stays. Kept in this browser by a cookie,
 * which the server reads.
 * @throws {Error} when its texts cannot be fetched; the language stays as it was
 */
export async function changeLanguage(to: string): Promise<void> {
  changes += 1;
  const change = changes;
  let parts: string[];
  let catalogues: Catalogue[];
  do {
    parts = [...shownParts];
    catalogues = await Promise.all(parts.map((part) => loadCatalogue(to, part)));
    if (change !== changes) return;
    // A part that was asked for meanwhile comes in the old language.
  } while (parts.length < shownParts.size);
  addWords(to, {});
  for (const catalogue of catalogues) addWords(to, catalogue);
  setDocumentLanguage(to);
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that is supported
  document.cookie = `${LANGUAGE_COOKIE}=${to}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
  tellLanguageChange();
}
