import { anyOf } from '../phrases/any-of.ts';
import { FROM_NAMES, OTHER_NAMES } from '../phrases/field-names.ts';
import { CLOSINGS, ORIGINAL_MESSAGES, WROTE_UNSPACED, WROTE_WORDS } from '../phrases/replies.ts';

/**
 * What mail programs write around a quotation, in the languages they are translated into. The rules check the shape of
 * a line first and use these lists where the shape is not enough.
 */

/** A field with the author of a quoted message. */
export const FROM_FIELD = fieldNamed(FROM_NAMES);
/** The other fields that are quoted with it. */
export const OTHER_FIELD = fieldNamed(OTHER_NAMES);

/** Programs put stars around the names, a '>' before them, or a space before the colon. */
function fieldNamed(names: string): RegExp {
  return new RegExp(String.raw`^[>\s]{0,4}\*{0,2}${anyOf(names)}\s?\*{0,2}\s?[:：]`, 'iu');
}

/** 'Original message' and 'Forwarded message', as written between dashes. */
export const ORIGINAL_MESSAGE = new RegExp(`^${anyOf(ORIGINAL_MESSAGES)}`, 'iu');

/** 'wrote' in the line above a quotation. */
export const WROTE = new RegExp(
  String.raw`(?<!\p{L})${anyOf(WROTE_WORDS)}(?!\p{L})|${anyOf(WROTE_UNSPACED)}`,
  'iu',
);

/** The closing of a letter, alone on the line above the name. */
export const CLOSING = new RegExp(String.raw`^${anyOf(CLOSINGS)}\s?[,.!–—-]?$`, 'iu');
