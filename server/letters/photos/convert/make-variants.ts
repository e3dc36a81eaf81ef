import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { codePointProfile } from '../../../../packages/heif/colour-profile.ts';
import type { HeifPicture } from '../../../../packages/heif/decode-heif.ts';
import { PHOTO_WIDTHS } from '../../../../shared/photos.ts';
import { displaySize } from './display-size.ts';

export interface Pixels {
  data: Buffer;
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
}

/** The stored variants as JPEG, upright, in sRGB, without any metadata. */
export interface PhotoVariants {
  display: Buffer;
  mail: Buffer;
  thumbnail: Buffer;
  /** pixels of the display variant */
  width: number;
  height: number;
}

/** Resizes first, which takes half the time. @param profile ICC profile, if the library does not read it itself */
export async function decodeDisplay(
  start: () => Sharp,
  metadata: Metadata,
  profile: Buffer | null = null,
): Promise<Pixels> {
  const small = start()
    .resize({ ...displaySize(metadata.width, metadata.height), fit: 'fill' })
    .flatten({ background: '#ffffff' });
  if (!metadata.icc || metadata.space !== 'srgb' || metadata.depth !== 'uchar') {
    // CMYK, grey and 16 bits are converted while decoding.
    const pixels = await pixelsOf(small.toColourspace('srgb'));
    if (profile && !metadata.icc) return inSrgb(pixels, profile, metadata);
    if (!UPRIGHT[metadata.orientation ?? 1]) return pixels;
    return releaseAfter(pixels.data, () => pixelsOf(upright(fromPixels(pixels), metadata)));
  }
  // Raw pixels can't carry the profile, an uncompressed PNG in memory can.
  const profiled = await small.keepIccProfile().png({ compressionLevel: 0 }).toBuffer();
  return releaseAfter(profiled, () => pixelsOf(upright(sharp(profiled), metadata).toColourspace('srgb')));
}

/** The decoder has turned the picture upright and put it on white already. */
export async function displayOfHeif(picture: HeifPicture): Promise<Pixels> {
  const { data, width, height, icc, nclx, crop } = picture;
  const decoded = fromPixels({ data: Buffer.from(data.buffer), width, height, channels: 3 });
  const size = displaySize(crop?.width ?? width, crop?.height ?? height);
  const seen = crop ? decoded.extract(crop) : decoded;
  const small = await releaseAfter(data, () => pixelsOf(seen.resize({ ...size, fit: 'fill' })));
  const profile = icc ?? (nclx && codePointProfile(nclx));
  return profile ? inSrgb(small, profile, {}) : small;
}

async function inSrgb(pixels: Pixels, profile: Uint8Array, metadata: Pick<Metadata, 'orientation'>) {
  const png = await releaseAfter(pixels.data, () =>
    fromPixels(pixels).png({ compressionLevel: 0 }).toBuffer(),
  );
  const profiled = await releaseAfter(png, async () => withPngProfile(png, profile));
  return releaseAfter(profiled, () => pixelsOf(upright(sharp(profiled), metadata).toColourspace('srgb')));
}

/** Signature (8 bytes) and IHDR chunk (25 bytes), after which a colour profile may stand. */
const PNG_HEADER_BYTES = 33;

/** PNG specification, 11.3.3.3 iCCP. */
export function withPngProfile(png: Buffer, profile: Uint8Array): Buffer {
  const content = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(profile, { level: 1 })]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length - 4);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  const header = png.subarray(0, PNG_HEADER_BYTES);
  return Buffer.concat([header, length, content, checksum, png.subarray(PNG_HEADER_BYTES)]);
}

export const fromPixels = ({ data, ...raw }: Pixels): Sharp => sharp(data, { raw });

export async function pixelsOf(pipeline: Sharp): Promise<Pixels> {
  const { data, info } = await pipeline.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

/** By the EXIF orientation (EXIF 2.3, tag 0x0112); a pipeline mirrors first, then turns. */
const UPRIGHT: Partial<Record<number, (pipeline: Sharp) => Sharp>> = {
  2: (pipeline) => pipeline.flop(),
  3: (pipeline) => pipeline.rotate(180),
  4: (pipeline) => pipeline.flip(),
  5: (pipeline) => pipeline.flop().rotate(270),
  6: (pipeline) => pipeline.rotate(90),
  7: (pipeline) => pipeline.flop().rotate(90),
  8: (pipeline) => pipeline.rotate(270),
};

const upright = (pipeline: Sharp, { orientation = 1 }: Pick<Metadata, 'orientation'>): Sharp =>
  UPRIGHT[orientation]?.(pipeline) ?? pipeline;

/** Bytes: twenty photos then stay within the 18 MB of images that one message may have. */
const MAIL_MAX_BYTES = 900_000;

/** Tried in order until the mail variant is small enough; a letter on paper fits the first, any strip the last. */
const MAIL_STEPS = [
  { width: PHOTO_WIDTHS.mail, quality: 80 },
  { width: PHOTO_WIDTHS.mail, quality: 60 },
  { width: 900, quality: 60 },
  { width: 600, quality: 50 },
  { width: 400, quality: 45 },
  { width: 200, quality: 40 },
];

/** Slower settings save a third of the bytes for eight times the CPU; progressive ones cost still more for 3 %. */
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

/** Bounded in width alone: a letter in a mail is 600 px wide and shown at two device pixels each. */
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

/** Smaller buffers may be parts of one that others use, and releasing them early gains little. */
const RELEASE_MIN_BYTES = 1_000_000;

/** Frees pixels after `work`; nothing may use them then. Left to the garbage collector, a row of photos takes ten times as much. */
export async function releaseAfter<Result>(pixels: Uint8Array, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } finally {
    const { buffer, byteLength } = pixels;
    const ownsBuffer = buffer instanceof ArrayBuffer && byteLength === buffer.byteLength;
    if (ownsBuffer && byteLength >= RELEASE_MIN_BYTES) buffer.transfer(0);
  }
}
