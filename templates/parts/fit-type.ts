/** Rough width of a text in em: Han, kana, Hangul and emoji fill a whole em, anything else `narrow` of one. */
function widthInEm(text: string, narrow: number): number {
  let em = 0;
  for (const sign of text) {
    const full = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{Extended_Pictographic}]/u.test(sign);
    em += full ? 1 : narrow;
  }
  return em;
}

/**
 * Type size in px at which a text fits on one line of `room` px, between `smallest` and `largest`. A text too long
 * for the smallest size wraps. `narrow` is the typeface's average letter width in em.
 */
export function fitType(
  text: string,
  room: number,
  smallest: number,
  largest: number,
  narrow: number,
): number {
  const size = Math.floor(room / Math.max(widthInEm(text, narrow), 1));
  return Math.min(largest, Math.max(smallest, size));
}
