import { convertPlanes, copyRgb, type RgbPixels } from './copy-pixels.ts';
import {
  allocate,
  check,
  HeifError,
  type HeifFunctions,
  type Nclx,
  OUT,
  readNclx,
  SCRATCH_BYTES,
  wordAt,
} from './heif-library.ts';

/** Three channels of 8 bits, upright, without alpha, in the file's own colours: an ICC profile, else code points, else unstated. */
export interface HeifPicture extends RgbPixels {
  icc: Uint8Array<ArrayBuffer> | null;
  nclx: Nclx | null;
}

const YCBCR = 0;
const CHROMA_420 = 1;
const RGB = 1;
const AS_CODED = 99;
const INTERLEAVED_RGB = 10;
const INTERLEAVED_RGBA = 11;

/**
 * The primary picture of a file, or the first of a sequence that has none. Reads the header only.
 * @returns its upright width and height in pixels, as the file claims them
 * @throws {HeifError}
 */
export function measureHeif(heif: HeifFunctions, file: Uint8Array): { width: number; height: number } {
  return withPrimary(heif, file, 0, (primary) => ({ width: primary.width, height: primary.height }));
}

/**
 * Decodes the primary picture, or the first of a sequence that has none. The file's own turns, mirrors and crops
 * (irot, imir, clap) are applied; EXIF orientation, which repeats them, is not.
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
    return { ...pixels, icc, nclx: icc ? null : readNclx(heif, primary.handle, image) };
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

interface Primary {
  /** null for a picture of a sequence */
  handle: number | null;
  width: number;
  height: number;
  hasAlpha: boolean;
  /** Y′CbCr 4:2:0 of 8 bits without alpha, as phones take them */
  isPlain: boolean;
  decode(colorspace: number, chroma: number): number;
}

function withPrimary<Result>(
  heif: HeifFunctions,
  file: Uint8Array,
  maxPixels: number,
  use: (primary: Primary) => Result,
): Result {
  const scratch = allocate(heif, SCRATCH_BYTES);
  const bytes = allocate(heif, file.length);
  const context = heif._heif_context_alloc();
  try {
    if (maxPixels > 0) {
      heif._heif_context_set_maximum_image_size_limit(context, Math.floor(Math.sqrt(maxPixels)));
    }
    heif.HEAPU8.set(file, bytes);
    heif._heif_context_read_from_memory(scratch, context, bytes, file.length, 0);
    check(heif, scratch);
    heif._heif_context_get_primary_image_handle(scratch, context, scratch + OUT);
    if (wordAt(heif, scratch) !== 0 && heif._heif_context_has_sequence(context) !== 0) {
      return withFirstOfSequence(heif, context, scratch, use);
    }
    check(heif, scratch);
    return withHandle(heif, wordAt(heif, scratch + OUT), scratch, use);
  } finally {
    heif._heif_context_free(context);
    heif._free(bytes);
    heif._free(scratch);
  }
}

function withHandle<Result>(
  heif: HeifFunctions,
  handle: number,
  scratch: number,
  use: (primary: Primary) => Result,
): Result {
  try {
    return use({
      handle,
      width: heif._heif_image_handle_get_width(handle),
      height: heif._heif_image_handle_get_height(handle),
      hasAlpha: heif._heif_image_handle_has_alpha_channel(handle) !== 0,
      isPlain: isPlain(heif, handle, scratch),
      decode: (colorspace, chroma) => {
        heif._heif_decode_image(scratch, handle, scratch + OUT, colorspace, chroma, 0);
        check(heif, scratch);
        return wordAt(heif, scratch + OUT);
      },
    });
  } finally {
    heif._heif_image_handle_release(handle);
  }
}

function isPlain(heif: HeifFunctions, handle: number, scratch: number): boolean {
  heif._heif_image_handle_get_preferred_decoding_colorspace(
    scratch,
    handle,
    scratch + OUT,
    scratch + OUT + 4,
  );
  return (
    wordAt(heif, scratch) === 0 &&
    wordAt(heif, scratch + OUT) === YCBCR &&
    wordAt(heif, scratch + OUT + 4) === CHROMA_420 &&
    heif._heif_image_handle_has_alpha_channel(handle) === 0 &&
    heif._heif_image_handle_get_luma_bits_per_pixel(handle) === 8 &&
    heif._heif_image_handle_get_chroma_bits_per_pixel(handle) === 8
  );
}

/** Track 0 stands for the first one that shows pictures. */
function withFirstOfSequence<Result>(
  heif: HeifFunctions,
  context: number,
  scratch: number,
  use: (primary: Primary) => Result,
): Result {
  const track = heif._heif_context_get_track(context, 0);
  if (track === 0) throw new HeifError(0, 0);
  try {
    heif._heif_track_get_image_resolution(scratch, track, scratch + OUT, scratch + OUT + 4);
    check(heif, scratch);
    // Each is two bytes wide.
    const width = wordAt(heif, scratch + OUT) & 0xffff;
    const height = wordAt(heif, scratch + OUT + 4) & 0xffff;
    return use({
      handle: null,
      width,
      height,
      hasAlpha: heif._heif_track_has_alpha_channel(track) !== 0,
      isPlain: false,
      decode: (colorspace, chroma) => {
        heif._heif_track_decode_next_image(scratch, track, scratch + OUT, colorspace, chroma, 0);
        check(heif, scratch);
        return wordAt(heif, scratch + OUT);
      },
    });
  } finally {
    heif._heif_track_release(track);
  }
}
