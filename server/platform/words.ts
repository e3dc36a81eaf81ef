import type { Language } from '../../shared/languages.ts';
import { type Catalogue, type Words, words } from '../../shared/words.ts';

const texts = new Map<string, Catalogue>();
const made = new Map<string, Words>();

/** Adds texts to those of a language, in this thread. */
export function addTexts(language: Language, catalogue: Catalogue): void {
  texts.set(language, { ...texts.get(language), ...catalogue });
  made.delete(language);
}

/** The words of a reader's language. */
export function wordsFor(language: Language): Words {
  let found = made.get(language);
  if (!found) {
    found = words(language, texts.get(language));
    made.set(language, found);
  }
  return found;
}
