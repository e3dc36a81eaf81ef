import type { Catalogue } from '../../packages/words/catalogue.ts';
import { loadCatalogue, setDocumentLanguage, shownParts, tellLanguageChange } from './catalogues.ts';
import { keepLanguage } from './keep-language.ts';
import { createStore } from './store.ts';
import { addWords } from './words.tsx';

let changes = 0;

/** The language that the person chose on this page and that is not saved in the account yet; null for none. */
export const untoldLanguage = createStore<string | null>(null);

/**
 * Changes the language without a reload, so that unsaved text stays.
 * @param byPerson whether somebody chose it, so that this browser and the account keep it
 * @throws {Error} when its texts cannot be fetched; the language stays as it was
 */
export async function changeLanguage(to: string, byPerson = true): Promise<void> {
  changes += 1;
  const change = changes;
  let parts: string[];
  let catalogues: Catalogue[];
  do {
    parts = [...shownParts];
    catalogues = await Promise.all(parts.map((part) => loadCatalogue(to, part)));
    if (change !== changes) return;
    // A part that was requested meanwhile is in the old language.
  } while (parts.length < shownParts.size);
  addWords(to, {});
  for (const catalogue of catalogues) addWords(to, catalogue);
  setDocumentLanguage(to);
  if (byPerson) {
    untoldLanguage.set(to);
    keepLanguage(to);
  }
  tellLanguageChange();
}
