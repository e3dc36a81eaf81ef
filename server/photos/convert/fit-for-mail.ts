import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { Storage } from '../../platform/storage/storage.ts';
import { photoKey } from './photo-key.ts';

/** Bytes of images that one message may carry; encoded for the road they are a third more. */
export const MAIL_IMAGES_MAX_BYTES = 18_000_000;

/** Tried in order until a photo is small enough; width in pixels. */
const STEPS = [
  { width: 1200, quality: 70 },
  { width: 1000, quality: 65 },
  { width: 800, quality: 60 },
  { width: 600, quality: 55 },
  { width: 480, quality: 45 },
  { width: 320, quality: 40 },
];

/**
 * What each photo may have, in bytes, so that together they keep to the most: one that needs less than an equal
 * share keeps its size, and the others share what it leaves.
 */
export function shareOut(sizes: number[], most: number): number[] {
  const shares = new Array<number>(sizes.length).fill(0);
  let left = most;
  const smallestFirst = sizes.map((size, index) => ({ size, index })).sort((a, b) => a.size - b.size);
  for (const [place, { size, index }] of smallestFirst.entries()) {
    const share = Math.min(size, Math.floor(left / (sizes.length - place)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}

/**
 * The mail variant of a photo, made smaller until it has at most so many bytes. The same photo and limit give the
 * same bytes, so a mail that is sent again is the same mail.
 * @throws {MissingObject} when the photo has no file; Error when it can't be made that small
 */
export async function shrinkForMail(storage: Storage, photoId: string, mostBytes: number): Promise<Buffer> {
  const jpeg = await buffer((await storage.read(photoKey(photoId, 'mail'))).stream);
  if (jpeg.length <= mostBytes) return jpeg;
  for (const { width, quality } of STEPS) {
    const smaller = await sharp(jpeg)
      .resize({ width, withoutEnlargement: true })
      .jpeg({ quality })
      .toBuffer();
    if (smaller.length <= mostBytes) return smaller;
  }
  throw new Error(`Photo ${photoId} could not be brought under ${mostBytes} bytes.`);
}
