import type { Area } from './clean-aperture.ts';
import { convertPlanes, copyRgb, type RgbPixels } from './copy-pixels.ts';
import {
  allocate,
  HeifError,
  type HeifFunctions,
  type Nclx,
  readNclx,
  SCRATCH_BYTES,
  wordAt,
} from './heif-library.ts';
import { type Primary, withPrimary } from './open-primary.ts';

/** Three channels of 8 bits, upright, without alpha, in the file's own colours: an ICC profile, else code points, else unstated. */
export interface HeifPicture extends RgbPixels {
  icc: Uint8Array<ArrayBuffer> | null;
  nclx: Nclx | null;
  /** the part that is to be seen, where that is not all */
  crop: Area | null;
}

const RGB = 1;
const AS_CODED = 99;
const INTERLEAVED_RGB = 10;
const INTERLEAVED_RGBA = 11;

/**
 * The primary picture of a file, or the first of a sequence that has none. Reads the header only.
 * @returns its upright width and height in pixels, as the file claims them: of all that is decoded, before a crop
 * @throws {HeifError}
 */
export function measureHeif(heif: HeifFunctions, file: Uint8Array): { width: number; height: number } {
  return withPrimary(heif, file, 0, (primary) => ({ width: primary.width, height: primary.height }));
}

/**
 * Decodes the primary picture, or the first of a sequence that has none. The file's own turns, mirrors and crops
 * (irot, imir, clap) are applied, a crop at most to be applied yet; EXIF orientation, which repeats them, is not.
 * @param maxPixels pictures that claim more, in any of their parts, are an error
 * @throws {HeifError}
 */
export function decodeHeif(heif: HeifFunctions, file: Uint8Array, maxPixels: number): HeifPicture {
  return withPrimary(heif, file, maxPixels, (primary) => {
    if (primary.isPlain) {
      const plain = withImage(heif, primary, AS_CODED, AS_CODED, (image) => convertPlanes(heif, image));
      if (plain) return plain;
    }
    const { hasAlpha } = primary;
    const picture = withImage(heif, primary, RGB, hasAlpha ? INTERLEAVED_RGBA : INTERLEAVED_RGB, (image) =>
      copyRgb(heif, image, hasAlpha),
    );
    if (!picture) throw new HeifError(0, 0);
    return picture;
  });
}

function withImage(
  heif: HeifFunctions,
  primary: Primary,
  colorspace: number,
  chroma: number,
  read: (image: number) => RgbPixels | null,
): HeifPicture | null {
  const image = primary.decode(colorspace, chroma);
  try {
    assertWhole(heif, image);
    const pixels = read(image);
    if (!pixels) return null;
    const icc = primary.handle === null ? null : readIcc(heif, primary.handle);
    // A file without colour information of its own may have it within the coded picture.
    const nclx = icc ? null : readNclx(heif, primary.handle, image);
    return { ...pixels, icc, nclx, crop: primary.crop };
  } finally {
    heif._heif_image_release(image);
  }
}

/** Largest colour profile that is read, bytes; those of cameras have 500 to 4,000. */
const PROFILE_MAX_BYTES = 1_000_000;

function readIcc(heif: HeifFunctions, handle: number): Uint8Array<ArrayBuffer> | null {
  const size = heif._heif_image_handle_get_raw_color_profile_size(handle);
  if (size === 0 || size > PROFILE_MAX_BYTES) return null;
  const scratch = allocate(heif, SCRATCH_BYTES + size);
  const bytes = scratch + SCRATCH_BYTES;
  try {
    heif._heif_image_handle_get_raw_color_profile(scratch, handle, bytes);
    return wordAt(heif, scratch) === 0 ? heif.HEAPU8.slice(bytes, bytes + size) : null;
  } finally {
    heif._free(scratch);
  }
}

/** `heif_error_code`s of parts that are missing or damaged: invalid input, memory, decoder. */
const DAMAGE = new Set([2, 6, 7]);
const WARNING_BYTES = 12;
const MAX_WARNINGS = 64;

/** The library leaves tiles of a grid empty that it can't decode, and warns of them. */
function assertWhole(heif: HeifFunctions, image: number): void {
  const warnings = allocate(heif, MAX_WARNINGS * WARNING_BYTES);
  try {
    const count = heif._heif_image_get_decoding_warnings(image, 0, warnings, MAX_WARNINGS);
    for (let at = warnings; at < warnings + count * WARNING_BYTES; at += WARNING_BYTES) {
      if (DAMAGE.has(wordAt(heif, at))) throw new HeifError(wordAt(heif, at), wordAt(heif, at + 4));
    }
  } finally {
    heif._free(warnings);
  }
}
