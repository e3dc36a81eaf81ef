import { queryOptions, useQuery } from '@tanstack/react-query';
import { chooseLanguage, LANGUAGES, type Language } from '../../../shared/languages.ts';
import { type Words, words } from '../../../shared/words.ts';
import { loadCatalogue } from '../../lib/catalogues.ts';
import { language } from '../../lib/words.tsx';
import type { ChosenRecipient } from './recipients.ts';

/** The templates' texts by language, kept for the whole visit: a letter speaks its recipient's language. */
const ENGLISH = words('en');
const loaded = new Map<Language, Words>([['en', ENGLISH]]);

/** The languages in which a default message may have been worded. */
export const loadedLetterWords = (): Words[] => [...loaded.values()];

/** Falls back to English until the language is loaded. */
export const letterWords = (of: Language): Words => loaded.get(of) ?? ENGLISH;

/** The language of letters to people of whom no other is known: the page's own. */
export const ownLanguage = (): Language => chooseLanguage([language()], LANGUAGES) ?? 'en';

export const languageOf = ({ language: own }: Pick<ChosenRecipient, 'language'>): Language =>
  own ?? ownLanguage();

/** Fetched once: after a failure it fails until the page is loaded again (see `ChunkLoadError`). */
const letterWordsQuery = (of: Language) =>
  queryOptions({
    queryKey: ['letter words', of],
    queryFn: async () => {
      const catalogue = await loadCatalogue(of, 'templates');
      loaded.set(of, words(of, catalogue));
      return letterWords(of);
    },
    initialData: () => loaded.get(of),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

/** The words are English until those of the language are loaded. */
export function useLetterWords(of: Language) {
  const { data, isPending, isError } = useQuery(letterWordsQuery(of));
  return { words: data ?? letterWords(of), isPending, isError };
}
