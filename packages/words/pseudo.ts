import type { Catalogue, Entry } from './catalogue.ts';
import type { FoundText } from './find-texts.ts';
import { keyOf } from './po.ts';

const PLAIN = 'aceginorsuyzACDEGILNORSTUYZ';
const ACCENTED = 'áçéğíñóŕšúýžÁÇĎÉĞÍĹÑÓŔŠŤÚÝŽ';
/** German and Polish are up to this much longer than English. */
const LONGER = 0.4;

/** English that shows what is not worded (no accents), what is too narrow, and what is put together (more brackets). */
export function pseudo(text: string): string {
  const pieces = text.split(/(\{\{?\w+\}?\})/);
  const accented = pieces.map((piece, place) =>
    place % 2 === 1
      ? piece
      : piece.replace(/[a-zA-Z]/g, (letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter),
  );
  const letters = text.replace(/\{\{?\w+\}?\}/g, '').length;
  const padding = '~'.repeat(Math.ceil(letters * LONGER)).replace(/(~{6})(?=~)/g, '$1 ');
  return `[${accented.join('')}${padding && ` ${padding}`}]`;
}

export function pseudoCatalogue(texts: readonly Pick<FoundText, 'context' | 'text' | 'plural'>[]): Catalogue {
  return Object.fromEntries(
    texts.map((found): [string, Entry] => [
      keyOf(found),
      found.plural === undefined
        ? pseudo(found.text)
        : { one: pseudo(found.text), other: pseudo(found.plural) },
    ]),
  );
}
