import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { PHOTO_MAX_PIXELS } from '../../../shared/limits.ts';
import { FairLimiter, LimiterFull } from '../../platform/limiter.ts';
import { avifProfile } from '../heif/colour-profile.ts';
import { HeifThreads } from '../heif/heif-threads.ts';
import { PhotoRefused } from '../photo-refused.ts';
import { formatOf, hasTooManyScans, type PhotoFormat, readHead } from './file-format.ts';
import {
  decodeDisplay,
  displayOfHeif,
  encodeVariants,
  type PhotoVariants,
  type Pixels,
  releaseAfter,
} from './make-variants.ts';

declare module '../../platform/services.ts' {
  interface Services {
    photos: PhotoConverter;
  }
}

/** Conversions at once in a process: each keeps a core busy and a decoded picture in memory. */
const MAX_CONCURRENT = 2;
/** Conversions that may wait: twenty uploads of twenty photos, some minutes of work. */
const MAX_WAITING = 400;
/** Seconds that one step of a conversion may take. */
const STEP_SECONDS = 30;
/** From this many pixels on a picture is converted alone: some kinds have to be decoded whole, at 8 bytes a pixel. */
const ALONE_PIXELS = 30_000_000;

export interface PhotoConverter {
  /**
   * Makes the stored variants of a photo. Waits while others are being converted.
   * @param source path of the uploaded file, or its bytes
   * @param signal aborted, it ends the wait
   * @throws {PhotoRefused} when the content is not a whole photo in an accepted format
   */
  convert(source: string | Buffer, signal?: AbortSignal): Promise<PhotoVariants>;
  /** Ends the threads that decode. */
  close(): Promise<void>;
}

/** Create one a process: it configures the image library for the whole process, and limits only its own conversions. */
export function createPhotoConverter(): PhotoConverter {
  sharp.concurrency(1);
  sharp.cache(false);
  // Every further decoder is more code that a hostile file can reach.
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
  const limiter = new FairLimiter(MAX_CONCURRENT, MAX_WAITING);
  const heif = new HeifThreads(MAX_CONCURRENT);
  return {
    convert: async (source, signal) => {
      const format = await formatOf(source);
      const photo = format === 'heic' ? await openHeif(heif, source) : await openOther(source, format);
      if (photo.pixels > PHOTO_MAX_PIXELS) throw new PhotoRefused('TOO_MANY_PIXELS');
      const work = async () => {
        signal?.throwIfAborted();
        const pixels = await photo.decode();
        return releaseAfter(pixels.data, () => encodeVariants(pixels));
      };
      return limiter.take(photo.pixels >= ALONE_PIXELS ? MAX_CONCURRENT : 1, work).catch((error: unknown) => {
        throw error instanceof LimiterFull ? new PhotoRefused('BUSY') : error;
      });
    },
    close: () => heif.close(),
  };
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
      return displayOfHeif(picture).catch((error: unknown) => {
        throw refusalFor(error);
      });
    },
  };
}

/** A truncated file is an error, as is one with too many pixels. */
const READING: SharpOptions = { failOn: 'error', limitInputPixels: PHOTO_MAX_PIXELS };
/** Bytes at the start of an AVIF file that hold its description. */
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
      const profile = format === 'avif' ? avifProfile(await readHead(source, AVIF_HEAD_BYTES)) : null;
      return decodeDisplay(start, metadata, profile).catch((error: unknown) => {
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

/** The library tells its reasons only in the message. */
function refusalFor(error: unknown): PhotoRefused {
  const message = error instanceof Error ? error.message : '';
  if (message.includes('exceeds pixel limit')) return new PhotoRefused('TOO_MANY_PIXELS', { cause: error });
  if (message.startsWith('timeout')) return new PhotoRefused('TOO_SLOW', { cause: error });
  return new PhotoRefused('DAMAGED_PHOTO', { cause: error });
}
