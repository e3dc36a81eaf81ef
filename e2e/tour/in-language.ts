import type { Page } from 'playwright-core';
import { readCatalogue } from '../../server/core/words.ts';
import type { Language } from '../../shared/languages.ts';
import { words } from '../../shared/words.ts';

/** Finds a text as the tours word it, in English, on a screen in another language. */
type InWords = (english: string | RegExp, exact?: boolean, asName?: boolean) => string | RegExp;

interface Options {
  name?: string | RegExp;
  exact?: boolean;
  hasText?: string | RegExp;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** An English text as a pattern: what stands in the place of a name in braces is a value. */
const withValues = (text: string) =>
  new RegExp(
    `^${text
      .split(/\{\w+\}/)
      .map(escaped)
      .join('(.+?)')}$`,
    's',
  );

/**
 * The page as English tours see it: what they look for by its English text is found by the translation too, so that one tour
 * goes through every language. A text that is no text of ours, such as a name, is looked for as it is.
 */
export function inLanguage(page: Page, language: Language): Page {
  return language === 'en' ? page : wrapped(page, inWords(language));
}

function inWords(language: Language): InWords {
  const catalogue = readCatalogue(language);
  const { say } = words(language, catalogue, { isolated: true });
  const texts = Object.entries(catalogue).map(([key, entry]) => {
    const english = key.split('\u0004').at(-1) ?? '';
    const forms = typeof entry === 'string' ? [entry] : Object.values(entry);
    return { key, english, entry, forms, pattern: withValues(english) };
  });

  const plural = new Intl.PluralRules(language);
  /** Without those that name another number by a word: `طابع` is one credit, and never found as five. */
  const formsFor = ({ entry, forms }: (typeof texts)[number], number: string | undefined) =>
    number === undefined || typeof entry === 'string'
      ? forms
      : forms.filter((form) => /\{\w+\}/.test(form) || form === entry[plural.select(Number(number))]);

  const translations = (english: string): string[] =>
    texts.flatMap(({ key, english: text, forms, pattern }) => {
      if (text === english) return forms;
      const found = text.includes('{') && /\w/.test(text.replace(/\{\w+\}/g, '')) && pattern.exec(english);
      if (!found) return [];
      const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      if (forms.length > 1 && !found.slice(1).some((value) => /^\d+$/.test(value))) return [];
      const given = found.slice(1).map((value) => (/^\d+$/.test(value) ? Number(value) : value));
      const values = Object.fromEntries(names.map((name, place) => [name, given[place] ?? '']));
      const one = forms.length > 1 || 'n' in values ? text : undefined;
      return [
        say({ text: key, values }),
        ...(one ? [say({ text: key, one, values: { n: 1, ...values } })] : []),
      ];
    });

  const patterns = ({ source }: RegExp): string[] => {
    const english = new RegExp(source, 'i');
    const [number] = /(?<!\\)\d+/.exec(source) ?? [];
    const numeral = `\\W*(?:${number}|${say({ text: '{n}', values: { n: Number(number) } })})\\W*`;
    return texts
      .filter(({ english: text }) =>
        [text, text.replace(/\{\w+\}/g, number ?? '1')].some((it) => english.test(it)),
      )
      .flatMap((text) => formsFor(text, number))
      .map((form) => {
        // A text with a price beside its number may name either first.
        const value = number && form.match(/\{\w+\}/g)?.length === 1 ? numeral : '.*';
        const pieces = form.split(/\{\w+\}/).map(escaped);
        return pieces.join(value).replace(/\s+/g, '\\s*');
      });
  };

  return (english, exact = false, asName = false) => {
    if (typeof english === 'string') {
      const [given = '', ...found] = [english, ...translations(english)].map((text) =>
        escaped(text).replace(/\s+/g, '\\s+'),
      );
      // A translated name is taken whole: it may be a part of other names where the English one is not.
      const whole = `^\\s*(?:${[...(exact ? [given] : []), ...found].join('|')})\\s*$`;
      if (exact) return new RegExp(whole);
      const either = asName && found.length > 0 ? `${given}|${whole}` : [given, ...found].join('|');
      return new RegExp(either, 'i');
    }
    const found = patterns(english);
    if (found.length === 0) return english;
    const start = english.source.startsWith('^') ? '^' : '';
    return new RegExp(`${english.source}|${start}(?:${found.join('|')})`, 'is');
  };
}

/** What is looked for by name or text is given through `say`; what is found is wrapped likewise. */
function wrapped<Found extends object>(found: Found, say: InWords): Found {
  const worded = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (originals.has(value)) return originals.get(value);
    if (value instanceof RegExp || Array.isArray(value)) return value;
    const { name, hasText, exact } = value as Options;
    const entries = Object.entries(value).map(([key, one]) => [key, originals.get(one) ?? one]);
    return {
      ...Object.fromEntries(entries),
      ...(name === undefined ? {} : { name: say(name, exact, true) }),
      ...(hasText === undefined ? {} : { hasText: say(hasText) }),
    };
  };
  const proxy = new Proxy(found, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property, target);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]) => {
        const [first, second] = given;
        const byText = /^getBy(Text|Label|Placeholder|AltText|Title)$/.test(String(property));
        const asked =
          byText && (typeof first === 'string' || first instanceof RegExp)
            ? [say(first, (second as Options | undefined)?.exact)]
            : LOOKS_FOR.has(String(property))
              ? given.map(worded)
              : given.map((value) => originals.get(value as object) ?? value);
        const result: unknown = member.apply(target, asked);
        return typeof result === 'object' && result !== null && 'locator' in result
          ? wrapped(result, say)
          : result;
      };
    },
  });
  originals.set(proxy, found);
  return proxy;
}

const LOOKS_FOR = new Set(['getByRole', 'filter', 'locator', 'or', 'and']);
const originals = new WeakMap<object, object>();
