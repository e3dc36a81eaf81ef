/** The widest sheet of a letter in CSS pixels, and how wide it is shown at most. */
const SHEET_PX = 640;
const WIDEST_SHOWN_PX = 760;
/** Narrower boxes show the letter as a phone would, at its own size. */
const PHONE_PX = 480;

export interface LetterFit {
  /** CSS pixels the frame is laid out for */
  width: number;
  /** what it is scaled by */
  scale: number;
}

/** How a letter fits a box of this width: as on a phone, or the whole sheet scaled to the room there is. */
export function fitLetter(box: number): LetterFit {
  if (box < PHONE_PX) return { width: box, scale: 1 };
  const scale = Math.min(box, WIDEST_SHOWN_PX) / SHEET_PX;
  return { width: box / scale, scale };
}
