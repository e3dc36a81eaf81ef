import { PHOTO_WIDTHS } from '../../../../shared/photos.ts';

/** A long strip keeps this many pixels across, or lines of handwriting could not be read. */
const STRIP_MIN_ACROSS = 1_000;
/** No edge is longer: browsers on phones do not draw pictures beyond some 16,000 pixels. */
const LONGEST_EDGE = 12_000;

/** A page held upright is read on a screen that is lower than wide; a strip may be longer. Nothing is enlarged. */
export function displaySize(width: number, height: number): { width: number; height: number } {
  const longer = Math.max(width, height);
  const shorter = Math.min(width, height);
  const readable = Math.min(STRIP_MIN_ACROSS / shorter, LONGEST_EDGE / longer);
  const scale = Math.min(1, Math.max(PHOTO_WIDTHS.display / longer, readable));
  const scaled = (edge: number) => Math.max(1, Math.round(edge * scale));
  return { width: scaled(width), height: scaled(height) };
}
