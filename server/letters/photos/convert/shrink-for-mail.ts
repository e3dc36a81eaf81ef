import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { Storage } from '../../../core/storage/storage.ts';
import { photoKey } from '../file-names.ts';

/** Bytes of images that one message may carry; encoded as base64 they are a third more. */
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

/** One that needs less than an equal share keeps its size, and the others share the rest. */
export function shareOut(sizes: number[], limit: number): number[] {
  const shares = new Array<number>(sizes.length).fill(0);
  let left = limit;
  const smallestFirst = sizes.map((size, index) => ({ size, index })).sort((a, b) => a.size - b.size);
  for (const [place, { size, index }] of smallestFirst.entries()) {
    const share = Math.min(size, Math.floor(left / (sizes.length - place)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}

/** The same photo and limit give the same bytes, so a retried mail is the same mail. @throws {MissingObject} */
export async function shrinkForMail(storage: Storage, photoId: string, maxBytes: number): Promise<Buffer> {
  const jpeg = await buffer((await storage.read(photoKey(photoId, 'mail'))).stream);
  if (jpeg.length <= maxBytes) return jpeg;
  for (const { width, quality } of STEPS) {
    const smaller = await sharp(jpeg)
      .resize({ width, withoutEnlargement: true })
      .jpeg({ quality })
      .toBuffer();
    if (smaller.length <= maxBytes) return smaller;
  }
  throw new Error(`Photo ${photoId} could not be brought under ${maxBytes} bytes.`);
}
