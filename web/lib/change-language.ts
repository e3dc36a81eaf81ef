import { LANGUAGE_COOKIE } from '../../shared/languages.ts';
import type { Catalogue } from '../../shared/words.ts';
import { loadCatalogue, setDocumentLanguage, shownParts, tellLanguageChange } from './catalogues.ts';
import { addWords, language } from './words.tsx';

const YEAR_SECONDS = 31_536_000;

let changes = 0;
let chosen: string | null = null;

/** What the person chose on this page and the account was not told yet; null when there is nothing to tell. */
export const untoldLanguage = (): string | null => chosen;

/** After the account was told, or when what was chosen is another person's. */
export function forgetUntoldLanguage(): void {
  chosen = null;
}

/**
 * Keeps a language in this browser by a cookie, which the server reads.
 * @param session true for until the browser is closed: what an address asks for is no lasting choice
 */
export function keepLanguage(to: string, session = false): void {
  const lasting = session ? '' : `; Max-Age=${YEAR_SECONDS}`;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that is supported
  document.cookie = `${LANGUAGE_COOKIE}=${to}; Path=/${lasting}; SameSite=Lax${secure}`;
  if (session) return;
  // Otherwise the address would ask for its own at the next load.
  const address = new URL(location.href);
  if (!address.searchParams.has('lang')) return;
  address.searchParams.delete('lang');
  history.replaceState(history.state, '', address);
}

/** `?lang=` of an address holds for the pages after it too, unless this browser keeps that language already. */
export function keepLanguageOfAddress(): void {
  const asked = new URLSearchParams(location.search).get('lang');
  if (asked !== language() || document.cookie.split('; ').includes(`${LANGUAGE_COOKIE}=${asked}`)) return;
  keepLanguage(asked, true);
}

/**
 * Shows the page in another language, without a reload: what is being written stays.
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
    // A part that was asked for meanwhile comes in the old language.
  } while (parts.length < shownParts.size);
  addWords(to, {});
  for (const catalogue of catalogues) addWords(to, catalogue);
  setDocumentLanguage(to);
  if (byPerson) {
    chosen = to;
    keepLanguage(to);
  }
  tellLanguageChange();
}
