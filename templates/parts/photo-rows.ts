import type { TemplatePhoto } from '../template.ts';

/** A photo and its page number, counted from 1. */
export interface NumberedPhoto {
  photo: TemplatePhoto;
  number: number;
}

/** One photo, or two portraits side by side. */
export type PhotoRow = [NumberedPhoto] | [NumberedPhoto, NumberedPhoto];

const ONE_PER_ROW_UP_TO = 3;

function isPortrait({ photo }: NumberedPhoto): boolean {
  return photo.height > photo.width;
}

/**
 * The photo rule: up to three photos stand one a row; from four on the first stands alone, neighbouring portraits
 * go in pairs and landscapes stand alone. Every photo keeps its place in the order and none is cropped.
 */
export function photoRows(photos: TemplatePhoto[]): PhotoRow[] {
  const numbered = photos.map((photo, index) => ({ photo, number: index + 1 }));
  const rows: PhotoRow[] = [];
  let waiting: NumberedPhoto | undefined;
  for (const page of numbered) {
    const alone = page.number === 1 || photos.length <= ONE_PER_ROW_UP_TO || !isPortrait(page);
    if (waiting && !alone) {
      rows.push([waiting, page]);
      waiting = undefined;
      continue;
    }
    if (waiting) rows.push([waiting]);
    waiting = alone ? undefined : page;
    if (alone) rows.push([page]);
  }
  if (waiting) rows.push([waiting]);
  return rows;
}
