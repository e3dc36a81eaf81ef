import { open } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { PHOTO_MAX_PIXELS } from '../../shared/limits.ts';
import { type Pixels, uprightDisplay } from './display-pixels.ts';
import { encodeVariants, type PhotoVariants } from './encode-variants.ts';
import { PhotoRefused } from './refusals.ts';
import { SNIFF_BYTES, sniff } from './sniff.ts';
import { Turns } from './turns.ts';

/** Conversions at once in a process: one keeps a core busy, and each holds a decoded picture in memory. */
const IN_FLIGHT = 2;
/** Seconds that one step of a conversion may take. */
const STEP_SECONDS = 30;
/** From this many pixels on a picture is converted alone: some kinds have to be decoded whole, at 8 bytes a pixel. */
const ALONE_PIXELS = 30_000_000;

/** The three variants as JPEG, upright, in sRGB, without any metadata; width and height are of the display variant, pixels. */
export type ConvertedPhoto = PhotoVariants;

export interface PhotoConverter {
  /**
   * Makes the stored variants of a photo. Waits its turn when others are being converted.
   * @param source path of the uploaded file, or its bytes
   * @param signal one that is aborted gives up the turn
   * @throws {PhotoRefused} when the content is not a whole photo of a kind that is taken
   */
  convert(source: string | Buffer, signal?: AbortSignal): Promise<ConvertedPhoto>;
}

/** One a process: it sets the image library up for all of it, and its turns hold only within one converter. */
export function createPhotoConverter(): PhotoConverter {
  sharp.concurrency(1);
  sharp.cache(false);
  // Uploads meet three decoders and no other: each one more is more that a hostile file can reach.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
  const turns = new Turns(IN_FLIGHT);
  return {
    convert: async (source, signal) => {
      await assertPhoto(source);
      const metadata = await readMetadata(source);
      const alone = metadata.width * metadata.height >= ALONE_PIXELS;
      return turns.take(alone ? IN_FLIGHT : 1, async () => {
        signal?.throwIfAborted();
        return encodeVariants(await decode(source, metadata));
      });
    },
  };
}

/** By content alone. HEIC goes to a decoder of its own from here, once there is one. */
async function assertPhoto(source: string | Buffer): Promise<void> {
  const content = sniff(await headOf(source));
  if (content.kind === 'empty') throw new PhotoRefused('EMPTY_FILE');
  if (content.kind === 'heic') throw new PhotoRefused('HEIC_NOT_YET');
  if (content.kind === 'avif') throw new PhotoRefused('AVIF_NOT_YET');
  if (content.kind === 'other') throw new PhotoRefused('NOT_A_PHOTO', { what: content.name });
}

async function headOf(source: string | Buffer): Promise<Buffer> {
  if (Buffer.isBuffer(source)) return source.subarray(0, SNIFF_BYTES);
  const file = await open(source, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** A truncated file is an error, as is one with more pixels than are taken. */
const READING: SharpOptions = { failOn: 'error', limitInputPixels: PHOTO_MAX_PIXELS };

async function readMetadata(source: string | Buffer): Promise<Metadata> {
  try {
    return await sharp(source, READING).metadata();
  } catch (error) {
    throw refusalFor(error);
  }
}

async function decode(source: string | Buffer, metadata: Metadata): Promise<Pixels> {
  const start = (): Sharp => sharp(source, READING).timeout({ seconds: STEP_SECONDS });
  try {
    return await uprightDisplay(start, metadata);
  } catch (error) {
    throw refusalFor(error);
  }
}

/** The library gives its reasons in prose only. */
function refusalFor(error: unknown): PhotoRefused {
  const message = error instanceof Error ? error.message : '';
  if (message.includes('exceeds pixel limit')) return new PhotoRefused('TOO_MANY_PIXELS', { cause: error });
  if (message.startsWith('timeout')) return new PhotoRefused('TOO_SLOW', { cause: error });
  return new PhotoRefused('DAMAGED_PHOTO', { cause: error });
}
