import { LANGUAGE_COOKIE } from '../../shared/languages.ts';
import { language } from './words.tsx';

const YEAR_SECONDS = 31_536_000;

/** @param session true to keep it only until the browser is closed: the `?lang=` of an address is no lasting choice */
export function keepLanguage(to: string, session = false): void {
  const lasting = session ? '' : `; Max-Age=${YEAR_SECONDS}`;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that is supported
  document.cookie = `${LANGUAGE_COOKIE}=${to}; Path=/${lasting}; SameSite=Lax${secure}`;
  if (session) return;
  // Else the `?lang=` of the address would apply again at the next load.
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
