import { anyOf, wordsOf } from '../phrases.ts';

/**
 * What mail programs write around a quotation, in the languages they are translated into. The rules check the shape of
 * a line first and use these lists where the shape is not enough.
 */

/** A field with the author of a quoted message. */
export const FROM_FIELD = fieldNamed('from names');
/** The other fields that are quoted with it. */
export const OTHER_FIELD = fieldNamed('other names');

/** Programs put stars around the names, a '>' before them, or a space before the colon. */
function fieldNamed(list: string): RegExp {
  return new RegExp(String.raw`^[>\s]{0,4}\*{0,2}${anyOf(list)}\s?\*{0,2}\s?[:：]`, 'iu');
}

export const ORIGINAL_MESSAGE = new RegExp(`^${anyOf('original messages')}`, 'iu');

export const WROTE = new RegExp(
  String.raw`(?<!\p{L})${anyOf('wrote words')}(?!\p{L})|${anyOf('wrote unspaced')}`,
  'iu',
);

/** Words for people with which no program names an author, and those with which it may: 'user bob'. */
export const PERSON_WORDS = wordsOf('person words');
export const USER_WORDS = wordsOf('user words');

/** The closing of a letter, alone on the line above the name. */
export const CLOSING = new RegExp(String.raw`^${anyOf('closings')}\s?[,.!–—-]?$`, 'iu');
