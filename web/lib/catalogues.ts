import { useSyncExternalStore } from 'react';
import type { Catalogue } from '../../packages/words/catalogue.ts';
import { directionOf } from '../../shared/words.ts';
import { createStore } from './store.ts';
import { addWords, language } from './words.tsx';

/** Parts of the texts that this page has shown or will show at once, in whatever language. */
export const shownParts = new Set(['first']);
const requested = new Map<string, Promise<Catalogue>>();
const changes = createStore(0);

// The server names the page's language in `data-words`: browsers that translate pages change `lang`. Not in a function,
// since it is needed before any other module asks for texts. Where the server renders pages there is no document; the
// development server's page is English.
if (typeof document !== 'undefined') {
  const chosen = import.meta.env.DEV ? /\blang=([\w-]+)/.exec(document.cookie)?.[1] : undefined;
  if (chosen) setDocumentLanguage(chosen);
  addWords(document.documentElement.dataset.words ?? 'en', {});
}

/**
 * Empty for English, which is in the code. After a failure the next call requests it again. `scripts/words/parts.ts` has the parts.
 * @throws {Error} when it cannot be fetched
 */
export function loadCatalogue(of: string, part: string): Promise<Catalogue> {
  if (of === 'en') return Promise.resolve({});
  const file = `/assets/words-${of}-${part}-${import.meta.env.WORDS_VERSION}.json`;
  const known = requested.get(file);
  if (known) return known;
  const request = fetchCatalogue(file);
  requested.set(file, request);
  request.catch(() => requested.delete(file));
  return request;
}

async function fetchCatalogue(file: string): Promise<Catalogue> {
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  return answer.json();
}

export async function loadWords(...parts: string[]): Promise<void> {
  for (const part of parts) shownParts.add(part);
  const of = language();
  // After a change of language meanwhile they are not added: `changeLanguage` loads them in the new one.
  for (const catalogue of await Promise.all(parts.map((part) => loadCatalogue(of, part))))
    if (language() === of) addWords(of, catalogue);
}

/**
 * The module of an `import()` with its texts. The build puts it around each (`scripts/words/vite-words.ts`).
 * @public
 */
export async function withWords<Module>(module: Promise<Module>, ...parts: string[]): Promise<Module> {
  const [loaded] = await Promise.all([module, loadWords(...parts)]);
  return loaded;
}

export function setDocumentLanguage(to: string): void {
  document.documentElement.lang = to;
  document.documentElement.dataset.words = to;
  document.documentElement.dir = directionOf(to);
}

/** For code outside of components. @returns unsubscribes */
export const onLanguageChange = changes.subscribe;

/** The language of the page's texts (BCP 47). A component that uses it is rendered anew when it changes, with all within. */
export const useLanguage = (): string => useSyncExternalStore(onLanguageChange, language, language);

export const tellLanguageChange = (): void => changes.set(changes.get() + 1);
