import { readFile } from 'node:fs/promises';
import sharp, { type Metadata } from 'sharp';
import { avifProfile } from '../../../../packages/heif/colour-profile.ts';
import { HeifRefused, HeifThreads } from '../../../../packages/heif/heif-threads.ts';
import { LimiterFull } from '../../../../packages/threads/fair-limiter.ts';
import { PHOTO_MAX_PIXELS } from '../../../../shared/limits.ts';
import type { PageEdit } from '../../../../shared/page-edit.ts';
import type { Services } from '../../../core/services.ts';
import type { MoneyServices } from '../../../money/payments/provider.ts';
import { editPixels } from '../edit/edit-pixels.ts';
import { PhotoRefused } from '../photo-refused.ts';
import { ConversionTurns, type Weight } from './conversion-turns.ts';
import { decodeAvif } from './decode-avif.ts';
import { formatOf, hasTooManyScans, type PhotoFormat, readHead } from './file-format.ts';
import { configureImageLibrary, JPEG_MAX_PIXELS, READING, startReading } from './image-library.ts';
import {
  decodeDisplay,
  displayOfHeif,
  encodeVariants,
  type PhotoVariants,
  type Pixels,
  releaseAfter,
} from './make-variants.ts';

export interface PhotoServices extends Services {
  photos: PhotoConverter;
}

export type LetterServices = MoneyServices & PhotoServices;

/** From this many pixels on a conversion is heavy: some kinds have to be decoded whole, at 8 bytes a pixel. */
const HEAVY_PIXELS = 30_000_000;

interface ConvertOptions {
  /** in whose queue it waits: nobody waits for the many photos of somebody else */
  person?: string;
  signal?: AbortSignal | undefined;
  edit?: PageEdit | undefined;
}

export interface PhotoConverter {
  /** @throws {PhotoRefused} when the content is not a whole photo in an accepted format */
  convert(source: string | Buffer, options?: ConvertOptions): Promise<PhotoVariants>;
  close(): Promise<void>;
}

/** Create one a process: it configures the image library, and limits only its own conversions. */
export function createPhotoConverter(): PhotoConverter {
  configureImageLibrary();
  const turns = new ConversionTurns();
  const heif = new HeifThreads();
  return {
    convert: async (source, { person = '', signal, edit } = {}) => {
      const inTurn = <Result>(weight: Weight, work: () => Promise<Result>): Promise<Result> =>
        turns
          .take(person, weight, () => {
            signal?.throwIfAborted();
            return work();
          })
          .catch((error: unknown) => {
            throw error instanceof LimiterFull ? new PhotoRefused('BUSY') : error;
          });
      // Headers wait their turn as well: reading those of a hundred large files at once is much work.
      const photo = await inTurn('light', async () => {
        const format = await formatOf(source);
        return format === 'heic' ? openHeif(heif, source) : openOther(source, format);
      });
      return inTurn(photo.pixels >= HEAVY_PIXELS ? 'heavy' : 'light', async () => {
        const decoded = await photo.decode();
        const pixels = edit ? await editPixels(decoded, edit) : decoded;
        return releaseAfter(pixels.data, () => encodeVariants(pixels));
      });
    },
    close: () => heif.close(),
  };
}

async function openHeif(heif: HeifThreads, source: string | Buffer) {
  const { width, height } = await heif.measure(source).catch(heifRefusal);
  const pixels = width * height;
  if (pixels > PHOTO_MAX_PIXELS) throw new PhotoRefused('TOO_MANY_PIXELS');
  return {
    pixels,
    decode: async () => {
      const picture = await heif.decode(source, pixels, PHOTO_MAX_PIXELS).catch(heifRefusal);
      return displayOfHeif(picture).catch(refuse);
    },
  };
}

const HEIF_REFUSALS = {
  damaged: 'DAMAGED_PHOTO',
  unsupported: 'UNREADABLE_PHOTO',
  'too slow': 'TOO_SLOW',
} as const;

function heifRefusal(error: unknown): never {
  throw error instanceof HeifRefused
    ? new PhotoRefused(HEIF_REFUSALS[error.fault], { cause: error.cause })
    : error;
}

/** Bytes at the start of an AVIF file that hold its description. */
const AVIF_HEAD_BYTES = 65_536;

async function openOther(source: string | Buffer, format: PhotoFormat) {
  const metadata = await sharp(source, READING).metadata().catch(refuse);
  const pixels = metadata.width * metadata.height;
  const most = format === 'jpeg' && !metadata.isProgressive ? JPEG_MAX_PIXELS : PHOTO_MAX_PIXELS;
  if (pixels > most) throw new PhotoRefused('TOO_MANY_PIXELS');
  if (format === 'jpeg' && metadata.isProgressive && (await hasTooManyScans(source))) {
    throw new PhotoRefused('TOO_SLOW', { cause: 'too many scans' });
  }
  return {
    pixels,
    decode: () => decodeOther(source, format, metadata).catch(refuse),
  };
}

async function decodeOther(source: string | Buffer, format: PhotoFormat, metadata: Metadata) {
  if (format === 'jpeg') return decodeJpeg(source, metadata);
  if (format !== 'avif') return decodeDisplay(() => startReading(source), metadata);
  const profile = avifProfile(await readHead(source, AVIF_HEAD_BYTES));
  return decodeAvif({ source, metadata, profile });
}

/** The image library tells why it failed in its message alone. */
function refuse(error: unknown): never {
  if (error instanceof PhotoRefused) throw error;
  const message = error instanceof Error ? error.message : '';
  if (message.includes('exceeds pixel limit')) throw new PhotoRefused('TOO_MANY_PIXELS', { cause: error });
  if (message.startsWith('timeout')) throw new PhotoRefused('TOO_SLOW', { cause: error });
  throw new PhotoRefused('DAMAGED_PHOTO', { cause: error });
}

/** The end marker (ITU-T T.81, B.1.1.3), alone and after filler bytes that a complete picture does not need. */
const END = Buffer.from([0xff, 0xd9]);
const MORE_AND_END = Buffer.concat([Buffer.alloc(64, 0x55), END]);

/** What the decoder says of damaged data. Extra bytes between the picture and its end marker are no damage. */
const DAMAGE = /Corrupt JPEG data: (?!\d+ extraneous bytes before marker 0xd9)/;

/** A photo damaged in the middle is refused, since the rest would be grey; one without its end marker is taken. */
async function decodeJpeg(source: string | Buffer, metadata: Metadata): Promise<Pixels> {
  const decode = (from: string | Buffer, failOn: 'warning' | 'error') =>
    decodeDisplay(() => startReading(from, { ...READING, failOn }), metadata);
  try {
    return await decode(source, 'warning');
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (DAMAGE.test(message) || message.startsWith('timeout')) throw error;
    // A warning may be of no more than an unusual header.
    if (!message.includes('premature end')) return decode(source, 'error');
    const read = Buffer.isBuffer(source) ? source : await readFile(source);
    const bytes = read.at(-1) === 0xff ? read.subarray(0, -1) : read;
    const ended = await decode(Buffer.concat([bytes, END]), 'warning');
    // The decoder fills in missing data silently; with filler bytes it decodes those instead, and the pictures differ.
    const filled = await decode(Buffer.concat([bytes, MORE_AND_END]), 'error');
    if (!ended.data.equals(filled.data)) throw error;
    return ended;
  }
}
