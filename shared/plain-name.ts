import { NAME_MAX_CHARACTERS } from './limits.ts';

/**
 * Control characters, ends of lines, marks that turn the direction of a text (they could show a name that is not there),
 * and halves of characters. Joiners, which some scripts need within a word, are fine.
 */
const NOT_IN_A_NAME = /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const EACH_OF_THEM = new RegExp(NOT_IN_A_NAME, 'gu');

export const isPlainName = (name: string): boolean => !NOT_IN_A_NAME.test(name);

/** A text from elsewhere as a name: on one line, without what no name has, and no longer than a name may be. */
export function plainName(text: string): string {
  const plain = (part: string) =>
    part
      .replace(EACH_OF_THEM, (sign) => (/\s/.test(sign) ? ' ' : ''))
      .replace(/\s+/g, ' ')
      .trim();
  // The second time for a character that was cut in half.
  return plain(plain(text.slice(0, 4 * NAME_MAX_CHARACTERS)).slice(0, NAME_MAX_CHARACTERS));
}
