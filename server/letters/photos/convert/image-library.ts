import sharp, { type Sharp, type SharpOptions } from 'sharp';

/** Seconds that one step of a conversion may take; a step within a decoder is not interrupted. */
const STEP_SECONDS = 30;

/** Pixels of a JPEG that is not progressive: it is decoded row by row, at a part of its size, in 60 MB. */
export const JPEG_MAX_PIXELS = 250_000_000;

/** Refuses truncated files and those with too many pixels; other formats have a lower limit, checked by the converter. */
export const READING: SharpOptions = { failOn: 'error', limitInputPixels: JPEG_MAX_PIXELS };

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

export const startReading = (source: string | Buffer, options: SharpOptions = READING): Sharp =>
  sharp(source, options).timeout({ seconds: STEP_SECONDS });
