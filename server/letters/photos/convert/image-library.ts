import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { PHOTO_MAX_PIXELS } from '../../../../shared/limits.ts';

/** Seconds that one step of a conversion may take; a step within a decoder is not interrupted. */
const STEP_SECONDS = 30;

/** A truncated file is an error, as is one with too many pixels. */
export const READING: SharpOptions = { failOn: 'error', limitInputPixels: PHOTO_MAX_PIXELS };

/** Configures the image library for the whole process. */
export function configureImageLibrary(): void {
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
}

/** Begins to read a photo. @param source path of the file, or its bytes */
export const startReading = (source: string | Buffer): Sharp =>
  sharp(source, READING).timeout({ seconds: STEP_SECONDS });
