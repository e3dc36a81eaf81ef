import { queryOptions, useQuery } from '@tanstack/react-query';
import { chooseLanguage, LANGUAGES, type Language } from '../../../shared/languages.ts';
import { type Words, words } from '../../../shared/words.ts';
import { loadCatalogue } from '../../lib/catalogues.ts';
import { language } from '../../lib/words.tsx';
import type { ChosenRecipient } from './recipients.ts';

/**
 * The templates' texts, by language: a letter speaks its own language, whatever the page around it speaks. They are
 * fetched once and kept for the whole visit, so that the letter in progress can ask for them anywhere.
 */
const ENGLISH = words('en');
const loaded = new Map<Language, Words>([['en', ENGLISH]]);

/** All languages in which a message may have been worded that nobody wrote. */
export const loadedLetterWords = (): Words[] => [...loaded.values()];

/** What a letter in this language says besides its writer's words; in English until its texts are there. */
export const letterWords = (of: Language): Words => loaded.get(of) ?? ENGLISH;

/** The language of letters to people of whom no other is known: the page's own. */
export const ownLanguage = (): Language => chooseLanguage([language()], LANGUAGES) ?? 'en';

/** Of the letter to them: their own, where it is known. */
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

interface LetterWords {
  /** those in English until they are loaded */
  words: Words;
  isPending: boolean;
  isError: boolean;
}

/** The words of a letter in this language. */
export function useLetterWords(of: Language): LetterWords {
  const { data, isPending, isError } = useQuery(letterWordsQuery(of));
  return { words: data ?? letterWords(of), isPending, isError };
}
