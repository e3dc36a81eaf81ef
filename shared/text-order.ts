/** As the readers of a language do, then by id. @param language BCP 47 */
export function byName<Row extends { id: number; name: string }>(
  language: string,
): (one: Row, other: Row) => number {
  const { compare } = new Intl.Collator(language);
  return (one, other) => compare(one.name, other.name) || one.id - other.id;
}

/** Letters that NFKD does not take apart, as people type them who do not have them on the keyboard. */
const TYPED: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
  ى: 'ي',
  ة: 'ه',
  ـ: '',
};
const MARKED = new RegExp(`[${Object.keys(TYPED).join('')}]`, 'g');
const MARKS = /(?![\u3099\u309a])\p{M}/gu;

/**
 * Without case, marks and forms of width, so that 'lukasz' finds Łukasz, 'strasse' Straße, and half-width kana
 * full-width ones. Voiced kana stay apart. Whoever changes this adds a migration that empties the columns `folded`, which
 * are then filled anew.
 */
export const fold = (text: string): string =>
  text
    .toLowerCase()
    // Before `normalize`, too, which takes quadratic time for a run of them.
    .replace(MARKS, '')
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(MARKED, (letter) => TYPED[letter] ?? letter)
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim();

/** Characters that are searched at a time: each step of the bisection within them folds them again. */
const PIECE = 2_000;

/** Where a folded word is in a text that is not folded: [start, end), with marks after it; null if nowhere. */
export function findFolded(text: string, word: string): [start: number, end: number] | null {
  if (word === '') return null;
  // Each piece overlaps the next one, so that a word across the border is found.
  for (let from = 0; from < text.length; from += PIECE) {
    const piece = text.slice(from, from + PIECE + 4 * word.length);
    const at = fold(piece).indexOf(word);
    if (at < 0) continue;
    /** length of the longest beginning of the piece that folds to at most `length` characters */
    const beginningOf = (length: number): number => {
      let [most, beyond] = [0, piece.length + 1];
      while (beyond - most > 1) {
        const middle = (most + beyond) >> 1;
        // With a sign after it, because folding drops a space at the end.
        if (fold(`${piece.slice(0, middle)}|`).length > length + 1) beyond = middle;
        else most = middle;
      }
      return most;
    };
    const start = beginningOf(at);
    return [from + start, from + Math.max(start + 1, beginningOf(at + word.length))];
  }
  return null;
}
