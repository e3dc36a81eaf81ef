import { open } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { PHOTO_MAX_PIXELS } from '../../../shared/limits.ts';
import { FairLimiter, LimiterFull } from '../../platform/limiter.ts';
import { avifProfile } from '../heif/avif-profile.ts';
import { HeifThreads } from '../heif/heif-threads.ts';
import { PhotoRefused } from '../upload/refusals.ts';
import { displayOfPicture, type Pixels, uprightDisplay } from './display-pixels.ts';
import { encodeVariants, type PhotoVariants } from './encode-variants.ts';
import { hasTooManyScans } from './jpeg-scans.ts';
import { lastUse } from './release-memory.ts';
import { type PhotoFormat, SNIFF_BYTES, sniff } from './sniff.ts';

declare module '../../platform/services.ts' {
  interface Services {
    photos: PhotoConverter;
  }
}

/** Conversions at once in a process: one keeps a core busy, and each holds a decoded picture in memory. */
const IN_FLIGHT = 2;
/** Conversions that may wait: twenty uploads of twenty photos, some minutes of work. */
const MOST_WAITING = 400;
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
  /** Ends the threads that decode. */
  close(): Promise<void>;
}

/** One a process: it sets the image library up for all of it, and its turns hold only within one converter. */
export function createPhotoConverter(): PhotoConverter {
  sharp.concurrency(1);
  sharp.cache(false);
  // Uploads meet four decoders and no other: each one more is more that a hostile file can reach.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpeg',
      'VipsForeignLoadPng',
      'VipsForeignLoadWebp',
      // AVIF only: the library is built without a decoder for HEIC.
      'VipsForeignLoadHeif',
    ],
  });
  const turns = new FairLimiter(IN_FLIGHT, MOST_WAITING);
  const heif = new HeifThreads(IN_FLIGHT);
  return {
    convert: async (source, signal) => {
      const format = await formatOf(source);
      const photo = format === 'heic' ? await openHeif(heif, source) : await openOther(source, format);
      if (photo.pixels > PHOTO_MAX_PIXELS) throw new PhotoRefused('TOO_MANY_PIXELS');
      const work = async () => {
        signal?.throwIfAborted();
        const pixels = await photo.decode();
        return lastUse(pixels.data, () => encodeVariants(pixels));
      };
      return turns.take(photo.pixels >= ALONE_PIXELS ? IN_FLIGHT : 1, work).catch((error: unknown) => {
        throw error instanceof LimiterFull ? new PhotoRefused('BUSY') : error;
      });
    },
    close: () => heif.close(),
  };
}

/** By content alone. */
async function formatOf(source: string | Buffer): Promise<PhotoFormat> {
  const content = sniff(await headOf(source, SNIFF_BYTES));
  if (content.kind === 'empty') throw new PhotoRefused('EMPTY_FILE');
  if (content.kind === 'other') throw new PhotoRefused('NOT_A_PHOTO', { what: content.name });
  return content.kind;
}

async function headOf(source: string | Buffer, bytes: number): Promise<Buffer> {
  if (Buffer.isBuffer(source)) return source.subarray(0, bytes);
  const file = await open(source, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** A photo whose header was read: how many pixels it claims, and how to decode it to the display variant. */
interface OpenPhoto {
  pixels: number;
  decode(): Promise<Pixels>;
}

async function openHeif(heif: HeifThreads, source: string | Buffer): Promise<OpenPhoto> {
  const { width, height } = await heif.measure(source);
  const pixels = width * height;
  return {
    pixels,
    decode: async () => {
      const picture = await heif.decode(source, pixels);
      return displayOfPicture(picture).catch((error: unknown) => {
        throw refusalFor(error);
      });
    },
  };
}

/** A truncated file is an error, as is one with more pixels than are taken. */
const READING: SharpOptions = { failOn: 'error', limitInputPixels: PHOTO_MAX_PIXELS };
/** Bytes of an AVIF file in which its description lies. */
const AVIF_HEAD_BYTES = 65_536;

async function openOther(source: string | Buffer, format: PhotoFormat): Promise<OpenPhoto> {
  const metadata = await readMetadata(source);
  if (format === 'jpeg' && metadata.isProgressive && (await hasTooManyScans(source))) {
    throw new PhotoRefused('TOO_SLOW', { cause: 'too many scans' });
  }
  const start = (): Sharp => sharp(source, READING).timeout({ seconds: STEP_SECONDS });
  return {
    pixels: metadata.width * metadata.height,
    decode: async () => {
      const profile = format === 'avif' ? avifProfile(await headOf(source, AVIF_HEAD_BYTES)) : null;
      return uprightDisplay(start, metadata, profile).catch((error: unknown) => {
        throw refusalFor(error);
      });
    },
  };
}

async function readMetadata(source: string | Buffer): Promise<Metadata> {
  try {
    return await sharp(source, READING).metadata();
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
