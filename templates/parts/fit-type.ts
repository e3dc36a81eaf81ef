import type { CSSProperties } from 'react';
import { type } from './table.tsx';

/** Scripts that are written without spaces, and break between any two signs. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/u;
/** Scripts whose letters join: space between them, or less of it, would tear them apart. */
const JOINED = /[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}]/u;

/** Han, kana, Hangul and emoji fill a whole em, anything else `narrow` of one. */
function widthInEm(text: string, narrow: number): number {
  let em = 0;
  for (const sign of text) {
    const full = UNSPACED.test(sign) || /[\p{sc=Hang}\p{Extended_Pictographic}]/u.test(sign);
    em += full ? 1 : narrow;
  }
  return em;
}

/** A word of such a script is not broken when it has no more signs than these; a sentence is. */
const NAME_SIGNS = 8;

function longestWord(text: string, narrow: number): number {
  const words = text.split(/[\s-]+/).flatMap((word) => {
    const signs = [...word];
    return UNSPACED.test(word) && signs.length > NAME_SIGNS ? signs : [word];
  });
  return Math.max(...words.map((word) => widthInEm(word, narrow)), 1);
}

/** Part of a line that is filled before a word that no longer fits goes to the next. */
const FILLED = 0.8;

interface Fit {
  /** px */
  room: number;
  smallest: number;
  largest: number;
  /** the typeface's average letter width in em */
  narrow: number;
  lines?: number;
}

/**
 * Size in px at which a text fits on so many lines and no word of it is broken. A text too long for the smallest size takes
 * more lines.
 */
export function fitType(text: string, { room, smallest, largest, narrow, lines = 1 }: Fit): number {
  const width = Math.max(widthInEm(text, narrow), 1);
  const whole = lines === 1 ? room / width : Math.max(room / width, (lines * FILLED * room) / width);
  const size = Math.floor(Math.min(whole, room / longestWord(text, narrow)));
  return Math.min(largest, Math.max(smallest, size));
}

/** Height of a line of large type in px; letters that join stand taller and hang lower. */
function headlineHeight(text: string, size: number): number {
  return size + (JOINED.test(text) ? Math.ceil(size * 0.45) : 4);
}

/** @param spacing px between letters, where they do not join */
export function headline(
  text: string,
  face: string,
  size: number,
  color: string,
  spacing = 0,
): CSSProperties {
  return {
    letterSpacing: JOINED.test(text) ? 0 : spacing,
    ...type(face, size, headlineHeight(text, size), color),
  };
}

/** A rule for the headline of class `name` on a screen as wide as the body, which has more room. */
export function headlineCss(name: string, text: string, fit: Fit): string {
  const size = fitType(text, fit);
  return `.${name}{font-size:${size}px!important;line-height:${headlineHeight(text, size)}px!important}`;
}
