/** BCP 47, each with its name in itself; English is always one of them. */
export const LANGUAGE_NAMES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  'pt-BR': 'Português (Brasil)',
  nl: 'Nederlands',
  pl: 'Polski',
  ja: '日本語',
  ar: 'العربية',
} as const;

export type Language = keyof typeof LANGUAGE_NAMES;

export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as [Language, ...Language[]];

/** English with accents and longer, to see what is not worded or too narrow; where tests' routes are, by its tag. */
export const PSEUDO_LANGUAGE = 'en-XA';

/** The page writes this cookie. */
export const LANGUAGE_COOKIE = 'lang';

/** 'pt-PT' finds 'pt-BR' (RFC 4647, 3.4, and the other way round). @param wanted BCP 47, the most wanted first */
export function chooseLanguage<Offered extends string = Language>(
  wanted: readonly (string | null | undefined)[],
  offered: readonly Offered[],
): Offered | null {
  for (const range of wanted) {
    const asked = range?.toLowerCase() ?? '';
    const found =
      offered.find((language) => language.toLowerCase() === asked) ??
      offered.find((language) => primaryOf(language) === primaryOf(asked));
    if (found) return found;
  }
  return null;
}

const primaryOf = (language: string) => language.split('-', 1)[0];

/** Browsers send less than 200; what follows is not read. */
const HEADER_CHARACTERS = 500;

/** The most wanted first (RFC 9110, 12.5.4); '*' and refused ones are left out. */
export function readAcceptLanguage(header: string): string[] {
  return header
    .slice(0, HEADER_CHARACTERS)
    .split(',')
    .map((range) => /^ *([a-z]{2,3}(?:-[a-z\d]{1,8}){0,4}) *(?:; *q=([01](?:\.\d{0,3})?) *)?$/i.exec(range))
    .flatMap((found) => (found?.[1] ? [{ language: found[1], weight: Number(found[2] ?? 1) }] : []))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ language }) => language);
}
