import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { changeLanguage, untoldLanguage } from './change-language.ts';
import { keepLanguageOfAddress } from './keep-language.ts';
import { language } from './words.tsx';

const root = { lang: 'en', dir: 'ltr', dataset: {} as Record<string, string> };
let cookies: string[];
let search: string;
const replaceState = vi.fn();

beforeEach(() => {
  cookies = [];
  search = '';
  replaceState.mockReset();
  vi.stubGlobal('document', {
    documentElement: root,
    get cookie() {
      return cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ');
    },
    set cookie(cookie: string) {
      cookies.push(cookie);
    },
  });
  vi.stubGlobal('location', {
    protocol: 'https:',
    get search() {
      return search;
    },
    get href() {
      return `https://letters.example.org/mission${search}`;
    },
  });
  vi.stubGlobal('history', { state: null, replaceState });
  vi.stubGlobal('fetch', async () => Response.json({}));
});
afterEach(async () => {
  await changeLanguage('en', false);
  untoldLanguage.set(null);
  vi.unstubAllGlobals();
});

it('language: what a person chose is kept in the browser and for the account, until it was told', async () => {
  search = '?lang=fr&of=1';
  await changeLanguage('de');
  expect(root).toMatchObject({ lang: 'de', dataset: { words: 'de' } });
  expect(untoldLanguage.get()).toBe('de');
  expect(cookies).toEqual(['lang=de; Path=/; Max-Age=31536000; SameSite=Lax; Secure']);
  expect(String(replaceState.mock.calls[0]?.[2])).toBe('https://letters.example.org/mission?of=1');
  untoldLanguage.set(null);
  expect(untoldLanguage.get()).toBeNull();
});

it('language: neither one that was taken up from the account nor one that failed is a choice', async () => {
  await changeLanguage('pl', false);
  expect(language()).toBe('pl');
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }));
  await expect(changeLanguage('ja')).rejects.toThrow('404');
  expect([language(), untoldLanguage.get(), cookies]).toEqual(['pl', null, []]);
});

it('language: that of the address is kept until the browser is closed, if the page has it', async () => {
  await changeLanguage('de', false);
  search = '?lang=sv';
  keepLanguageOfAddress();
  expect(cookies).toEqual([]);
  search = '?lang=de';
  keepLanguageOfAddress();
  keepLanguageOfAddress();
  expect(cookies).toEqual(['lang=de; Path=/; SameSite=Lax; Secure']);
  expect(untoldLanguage.get()).toBeNull();
});
