/** One form, or by category of the number (CLDR). */
export type Entry = string | Partial<Record<Intl.LDMLPluralRule, string>>;
/** Translations by English text; of a text with a context by `contextKey`; of a text with a number by its plural. */
export type Catalogue = Readonly<Record<string, Entry>>;

/** Key of a text with a context (GNU gettext manual, 'The Format of GNU MO Files'). */
export const contextKey = (context: string, text: string) => `${context}\u0004${text}`;

/**
 * A short name for the key of a text, for catalogues that a browser loads: half of their weight would be English. FNV-1a
 * of 32 bits (draft-eastlake-fnv, section 5); a check sees to it that no two texts have the same.
 */
export function shortKey(key: string): string {
  let hash = 0x811c9dc5;
  for (let place = 0; place < key.length; place += 1)
    hash = Math.imul(hash ^ key.charCodeAt(place), 0x01000193);
  return (hash >>> 0).toString(36);
}
