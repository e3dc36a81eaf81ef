import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { Quad } from '../geometry.ts';
import type { Picture } from '../picture.ts';

/** Corners of the sample photos' pages, pixels, marked by eye. A torn side runs through the middle of its tears. */
const MARKED: Record<string, readonly [number, number][]> = {
  'airmail.jpg': [
    [65, 59],
    [1009, 28],
    [1050, 703],
    [79, 736],
  ],
  'child-drawing.jpg': [
    [65, 68],
    [1008, 42],
    [1038, 738],
    [77, 765],
  ],
  'plum-page-1.jpg': [
    [48, 87],
    [731, 55],
    [785, 1010],
    [77, 1044],
  ],
  'plum-page-2.jpg': [
    [90, 59],
    [774, 80],
    [767, 1037],
    [58, 1015],
  ],
  'postcard-back.jpg': [
    [90, 65],
    [1033, 105],
    [1021, 752],
    [53, 723],
  ],
  'torn-note.jpg': [
    [67, 106],
    [930, 65],
    [988, 742],
    [105, 766],
  ],
};

export interface MarkedPhoto {
  name: string;
  photo: Picture;
  corners: Quad;
}

/** The sample photos of handwritten letters, with their pages' corners. */
export function markedPhotos(): Promise<MarkedPhoto[]> {
  return Promise.all(
    Object.entries(MARKED).map(async ([name, marks]) => {
      const file = await readFile(path.join(import.meta.dirname, '../../../test/photos/files', name));
      return { name, photo: await pictureOf(file), corners: quadOf(marks) };
    }),
  );
}

function quadOf(marks: readonly [number, number][]): Quad {
  const [a, b, c, d] = marks.map(([x, y]) => ({ x, y }));
  if (!a || !b || !c || !d) throw new RangeError('A page has four corners.');
  return [a, b, c, d];
}

export async function pictureOf(file: Buffer): Promise<Picture> {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data: Uint8ClampedArray.from(data), width: info.width, height: info.height };
}
