import { PHOTO_WIDTHS } from '../../../shared/photos.ts';
import { fromPixels, type Pixels, pixelsOf } from './display-pixels.ts';

export interface PhotoVariants {
  display: Buffer;
  mail: Buffer;
  thumbnail: Buffer;
  /** pixels of the display variant */
  width: number;
  height: number;
}

/** So that twenty photos stay under the 18 MB of images that one message may carry; bytes. */
const MAIL_MAX_BYTES = 900_000;

/** Tried in order until the mail variant is small enough; a letter on paper fits the first. */
const MAIL_STEPS = [
  { width: PHOTO_WIDTHS.mail, quality: 80 },
  { width: PHOTO_WIDTHS.mail, quality: 60 },
  { width: 900, quality: 60 },
  { width: 600, quality: 50 },
];

/**
 * Encodes the three variants, each from the one above it. The encoder's slower settings save a third of the
 * bytes for eight times the CPU, which a page of handwriting does not repay. None is progressive: that costs more
 * than all else here together for 3 % of the bytes, and a page is read from the top anyway.
 */
export async function encodeVariants(pixels: Pixels): Promise<PhotoVariants> {
  const display = await fromPixels(pixels).jpeg({ quality: 82 }).toBuffer();
  const mailPixels = await narrowed(pixels, PHOTO_WIDTHS.mail);
  return {
    display,
    mail: await encodeMail(mailPixels),
    thumbnail: await encodeThumbnail(mailPixels),
    width: pixels.width,
    height: pixels.height,
  };
}

/** Bounded in width alone: the letter's paper is 600 px wide and shown at two device pixels each. */
async function narrowed(pixels: Pixels, width: number): Promise<Pixels> {
  if (pixels.width <= width) return pixels;
  return pixelsOf(fromPixels(pixels).resize({ width }));
}

async function encodeMail(pixels: Pixels): Promise<Buffer> {
  let encoded = Buffer.alloc(0);
  for (const { width, quality } of MAIL_STEPS) {
    encoded = await fromPixels(await narrowed(pixels, width))
      .jpeg({ quality })
      .toBuffer();
    if (encoded.length <= MAIL_MAX_BYTES) break;
  }
  return encoded;
}

/** A strip keeps the width of a thumbnail as long as it is no more than ten times as high. */
async function encodeThumbnail(pixels: Pixels): Promise<Buffer> {
  const width = PHOTO_WIDTHS.thumbnail;
  return fromPixels(pixels)
    .resize({ width, height: 10 * width, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 75 })
    .toBuffer();
}
