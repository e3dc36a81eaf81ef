import { createElement, Fragment, type ReactNode } from 'react';
import { type Catalogue, shortKey } from '../../packages/words/catalogue.ts';
import { type Asked, localeOf, type Said, type Words, words, writtenNumber } from '../../shared/words.ts';

/**
 * A browser has one reader, so the language is kept here; after a change the app is rendered anew. Texts at the top level
 * of a module are marked by `msg` and worded later, since a module is loaded once.
 */
let current: Words = words('en');
let known: Catalogue = {};

export const t: Words['t'] = (text, ...values) => current.t(text, ...values);
export const p: Words['p'] = (context, text, ...values) => current.p(context, text, ...values);
export const n: Words['n'] = (count, one, other, ...values) => current.n(count, one, other, ...values);
export const say = (sentence: Said): string => current.say(sentence);

/** For functions that browser and server share, which get the words as a parameter. */
export const currentWords = (): Words => current;

/** BCP 47 */
export const language = (): string => current.language;

/** For `Intl`. */
export const locale = (): string => localeOf(current.language);

export const formatNumber = (value: number): string => writtenNumber(value, current.language);

/** Adds texts to the current language, or changes to another. @param catalogue by `shortKey` */
export function addWords(of: string, catalogue: Catalogue): void {
  known = of === current.language ? { ...known, ...catalogue } : catalogue;
  current = words(of, known, { isolated: true, nameOf: shortKey });
}

/**
 * A sentence with elements within it, such as a link: `<T text="Read {more}." more={<a href="…">more</a>} />`. A value that
 * is a text, such as a name, has the direction of its own letters.
 */
export function T<const S extends string>({
  text,
  ...values
}: { text: S } & { [Name in Asked<S>]: ReactNode }) {
  const given: Record<string, ReactNode> = values;
  const apart = (value: ReactNode) => (typeof value === 'string' ? createElement('bdi', null, value) : value);
  const pieces = current
    .pieces(text, (name) => (typeof given[name] === 'string' ? given[name] : ''))
    .map((piece, place) => (place % 2 === 0 ? piece : apart(given[piece])));
  return createElement(Fragment, null, ...pieces);
}
