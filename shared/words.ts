import { type Catalogue, contextKey, type Entry } from '../packages/words/catalogue.ts';

/**
 * Sentences in the reader's language. The English text stands in the source and is the key of `locales/` (gettext's
 * model). Only whole sentences: one put together from pieces cannot be translated, for word order differs.
 */

declare const marked: unique symbol;
/** A text that went through `msg`, so that the extraction of texts has seen it. */
export interface Marked {
  readonly [marked]: true;
}
/** A literal text, which the extraction finds, or a marked one. */
type Text<S extends string> = string extends S ? string & Marked : S;
/** Names in braces that a text asks for. */
export type Asked<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Asked<Rest>
  : never;
/** A sentence that is a value is worded together with the one around it. */
export type Value = string | number | Said;
type Values<Names extends string> = [Names] extends [never] ? [] : [values: { [Name in Names]: Value }];

/** To be worded once the reader is known; stored like this in the database. */
export interface Said {
  text: string;
  /** the singular of a sentence with a number, which is the value `n`; `text` is the plural */
  one?: string | undefined;
  values?: Record<string, Value> | undefined;
}

export interface Words {
  /** BCP 47, such as 'pt-BR'. */
  readonly language: string;
  /** The text, with its values in the place of the names in braces; a number is written in the language's way, so a year is given as text. */
  t<const S extends string>(text: Text<S>, ...values: Values<Asked<S>>): string;
  /** The same for an English word that means two things: the context tells which. */
  p<const S extends string>(context: string, text: Text<S>, ...values: Values<Asked<S>>): string;
  /** By number: `{n}` in both texts is the number as the language writes it. */
  n<const One extends string, const Other extends string>(
    count: number,
    one: One,
    other: Other,
    ...values: Values<Exclude<Asked<One> | Asked<Other>, 'n'>>
  ): string;
  say(sentence: Said): string;
  /** Plain text at even indices, names of values at odd ones. @param read the text of a value, on which the word before it may depend */
  pieces(text: string, read?: (name: string) => string): string[];
}

/** For the extraction of texts; `t` words it where it is shown. */
export const msg = <const S extends string>(text: S): S & Marked => text as S & Marked;

export const said = <const S extends string>(text: S, ...[values]: Values<Asked<S>>): Said =>
  values === undefined ? { text } : { text, values };

/** A sentence by number that is worded later, as `n` words it. */
export const saidN = <const One extends string, const Other extends string>(
  count: number,
  one: One,
  other: Other,
  ...[values]: Values<Exclude<Asked<One> | Asked<Other>, 'n'>>
): Said => ({ one, text: other, values: { ...values, n: count } });

/**
 * 'ink, paper and stamps'; in English without a comma before 'and'. In a right-to-left language each item is isolated: it
 * keeps its own direction, and the list that of the line, also as a value.
 * @param language BCP 47
 */
export const listInWords = (items: readonly string[], language: string): string => {
  const [before, after] = directionOf(language) === 'rtl' ? ISOLATES : ['', ''];
  return listFormat(language).format(items.map((item) => `${before}${item}${after}`));
};

export const listFormat = (language: string) => new Intl.ListFormat(language === 'en' ? 'en-GB' : language);

/** '2 letters, 1 reply': counts side by side. @param language BCP 47 */
export const countsInWords = (counts: readonly string[], language: string): string =>
  // In Japanese a list of type 'unit' has only spaces between its items (CLDR).
  new Intl.ListFormat(language, { type: language === 'ja' ? 'conjunction' : 'unit' }).format(counts);

/** How a weekday is written beside a day and month: 'Sunday 22 November', but 11月22日(日). @param language BCP 47 */
export const weekdayBesideDay = (language: string): 'long' | 'short' =>
  language === 'ja' ? 'short' : 'long';

/** '1er décembre' and '1º de dezembro', which CLDR does not write. @param date as `Intl` wrote it @param language BCP 47 */
export const withFirstOfMonth = (date: string, language: string): string => {
  if (language === 'fr') return date.replace(/(?<![\d:/])1(?= \p{L}{3}|\s?–)/gu, '1er');
  return language === 'pt-BR' ? date.replace(/(?<![\d:/])1(?= de \p{L}|\s?–)/gu, '1º') : date;
};

/** @param language BCP 47 */
export const sentenceGap = (language: string): string => (language === 'ja' ? '' : ' ');

/** Empty ones are left out. @param language BCP 47 */
export const joinSentences = (
  sentences: readonly (string | false | null | undefined)[],
  language: string,
): string => sentences.filter(Boolean).join(sentenceGap(language));

const RIGHT_TO_LEFT = new Set(['ar', 'he', 'fa', 'ur']);

/** @param language BCP 47 */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.has(language.split('-')[0] ?? '') ? 'rtl' : 'ltr';

/** For `Intl`: Arabic in Western digits, as Unicode's CLDR 48 and our server have them; older browsers would write others. */
export const localeOf = (language: string): string => (language === 'ar' ? 'ar-u-nu-latn' : language);

/** Below 1,000 our languages write the digits alone; the first number that `Intl` formats takes a phone some 50 ms. */
export const writtenNumber = (value: number, language: string): string =>
  Number.isInteger(value) && value >= 0 && value < 1000
    ? String(value)
    : value.toLocaleString(localeOf(language));

/** Marks that keep the order of a value's characters from that of the text around it (Unicode UAX 9, FSI and PDI). */
export const ISOLATES = ['\u2068', '\u2069'] as const;

/** A letter whose script is written from the right. */
export const FROM_THE_RIGHT = /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}]/u;

/** Before these d’ stands for de: a vowel, an h (mute in most French names), and a y before a consonant. */
const ELIDED = /^(?:[aeiouhœæ]|y(?![aeiou]))/i;

/**
 * @param language BCP 47
 * @param catalogue without an entry for a text, the English one is used
 * @param options.nameOf the catalogue's name of a key, if not itself: `shortKey`
 * @param options.isolated marks values where text runs from the right, theirs or that around them, for a page; a mail's header has none
 */
export function words(
  language: string,
  catalogue: Catalogue = {},
  { isolated = false, nameOf = (key) => key }: { isolated?: boolean; nameOf?: (key: string) => string } = {},
): Words {
  // Made when it is first needed: that takes a phone 40 ms.
  let rules: Intl.PluralRules | undefined;
  const plain = (key: string, text: string) => {
    const found = catalogue[nameOf(key)];
    return typeof found === 'string' ? found : text;
  };
  const written = (value: Value) => {
    if (typeof value === 'object') return say(value);
    if (typeof value === 'number') return writtenNumber(value, language);
    const isMixed = directionOf(language) === 'rtl' || FROM_THE_RIGHT.test(value);
    return isolated && isMixed ? ISOLATES.join(value) : value;
  };
  const elided = (de: string, value: string) =>
    language === 'fr' && de && ELIDED.test(value.normalize('NFD')) ? `${de[0]}’` : de;
  const fill = (text: string, values: Record<string, Value> = {}) =>
    text.replace(/(\b[dD]e )?\{(\w+)\}/g, (all, de: string = '', name: string, place: number) => {
      const value = values[name];
      if (value === undefined) return all;
      const text = written(value);
      // At the start the stand-in for a name gets a capital; a name stays as its owner writes it.
      if (place === 0 && value === plain('a friend', 'a friend'))
        return text.replace(/\p{L}/u, (letter) => letter.toLocaleUpperCase(language));
      return `${elided(de, text)}${text}`;
    });
  const formOf = (forms: Exclude<Entry, string>, count: number) => {
    rules ??= new Intl.PluralRules(language);
    const category = rules.select(count);
    const form = forms[category];
    // French and Portuguese have one form for 0 and 1; without {n} it writes 'one' as a word, which is wrong for 0.
    const wrong = category === 'one' && count !== 1 && !form?.includes('{n}');
    return wrong ? forms.other : (form ?? forms.other);
  };
  const plural = (count: number, one: string, other: string, values: Record<string, Value> = {}) => {
    const found = catalogue[nameOf(other)];
    const form = typeof found === 'object' ? formOf(found, count) : undefined;
    return fill(form ?? (count === 1 ? one : other), { ...values, n: count });
  };
  const say = ({ text, one, values }: Said): string =>
    one === undefined ? fill(plain(text, text), values) : plural(Number(values?.n), one, text, values);
  return {
    language,
    t: (text, ...[values]) => fill(plain(text, text), values),
    p: (context, text, ...[values]) => fill(plain(contextKey(context, text), text), values),
    n: (count, one, other, ...[values]) => plural(count, one, other, values),
    say,
    pieces: (text, read = () => '') => {
      const all = plain(text, text).split(/\{(\w+)\}/);
      return all.map((piece, place) =>
        place % 2 === 0 ? piece.replace(/\b[dD]e $/, (de) => elided(de, read(all[place + 1] ?? ''))) : piece,
      );
    },
  };
}
