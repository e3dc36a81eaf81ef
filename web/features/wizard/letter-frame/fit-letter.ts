/** CSS pixels: the widest template, and the widest that a letter is shown. */
const LETTER_PX = 640;
const WIDEST_SHOWN_PX = 760;
/** Narrower boxes show the letter as a phone would, at its own size. */
const PHONE_PX = 480;

export interface LetterFit {
  /** CSS pixels the frame is laid out for */
  width: number;
  scale: number;
}

/** How a letter fits a box of this width: as on a phone, or at full width, scaled to the box. */
export function fitLetter(box: number): LetterFit {
  if (box < PHONE_PX) return { width: box, scale: 1 };
  const scale = Math.min(box, WIDEST_SHOWN_PX) / LETTER_PX;
  return { width: box / scale, scale };
}
