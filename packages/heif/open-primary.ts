import { type Area, aperturesIn, type Cut, readCut, widenApertures } from './clean-aperture.ts';
import {
  allocate,
  check,
  fourLetters,
  HeifError,
  type HeifFunctions,
  OUT,
  SCRATCH_BYTES,
  wordAt,
} from './heif-library.ts';

const YCBCR = 0;
const CHROMA_420 = 1;

export interface Primary {
  /** null for a picture of a sequence */
  handle: number | null;
  width: number;
  height: number;
  hasAlpha: boolean;
  /** Y′CbCr 4:2:0 of 8 bits without alpha, as phones take them */
  isPlain: boolean;
  /** what is left of the decoded picture, where that is not all */
  crop: Area | null;
  decode(colorspace: number, chroma: number): number;
}

/**
 * Opens the primary picture of a file, or the first of a sequence that has none. A thumbnail that calls itself the
 * primary picture stands for the picture of which it is one.
 * @param maxPixels pictures that claim more, in any of their parts, are an error; 0 for the library's own limit
 * @throws {HeifError}
 */
export function withPrimary<Result>(
  heif: HeifFunctions,
  file: Uint8Array,
  maxPixels: number,
  use: (primary: Primary) => Result,
): Result {
  const scratch = allocate(heif, SCRATCH_BYTES);
  const bytes = allocate(heif, file.length);
  const open = <Answer>(read: (context: number) => Answer): Answer => {
    const context = heif._heif_context_alloc();
    try {
      if (maxPixels > 0) {
        heif._heif_context_set_maximum_image_size_limit(context, Math.floor(Math.sqrt(maxPixels)));
      }
      heif._heif_context_read_from_memory(scratch, context, bytes, file.length, 0);
      check(heif, scratch);
      return read(context);
    } finally {
      heif._heif_context_free(context);
    }
  };
  try {
    heif.HEAPU8.set(file, bytes);
    const apertures = aperturesIn(file);
    const cut = apertures.length === 0 ? null : open((context) => cutOfPrimary(heif, context, scratch));
    if (cut) widenApertures(heif.HEAPU8.subarray(bytes, bytes + file.length), apertures, cut.from);
    return open((context) => {
      const item = itemToShow(heif, context, scratch);
      if (item === null) return withFirstOfSequence(heif, context, scratch, use);
      const handle = handleOf(heif, context, item, scratch);
      return withHandle(heif, handle, scratch, cut?.area ?? null, use);
    });
  } finally {
    heif._free(bytes);
    heif._free(scratch);
  }
}

function cutOfPrimary(heif: HeifFunctions, context: number, scratch: number): Cut | null {
  const item = itemToShow(heif, context, scratch);
  if (item === null) return null;
  const handle = handleOf(heif, context, item, scratch);
  try {
    return readCut(heif, { context, item, handle });
  } finally {
    heif._heif_image_handle_release(handle);
  }
}

const THUMBNAIL_OF = fourLetters('thmb');
/** References of one item that are looked at; phones write three at most. */
const MAX_REFERENCES = 16;

/** @returns null when the file has no primary picture but a sequence */
function itemToShow(heif: HeifFunctions, context: number, scratch: number): number | null {
  heif._heif_context_get_primary_image_ID(scratch, context, scratch + OUT);
  if (wordAt(heif, scratch) !== 0 && heif._heif_context_has_sequence(context) !== 0) return null;
  check(heif, scratch);
  const primary = wordAt(heif, scratch + OUT);
  for (let index = 0; index < MAX_REFERENCES; index += 1) {
    const type = scratch + OUT;
    const list = scratch + OUT + 4;
    if (heif._heif_context_get_item_references(context, primary, index, type, list) === 0) break;
    const to = wordAt(heif, wordAt(heif, list));
    heif._heif_release_item_references(context, list);
    if (wordAt(heif, type) === THUMBNAIL_OF) return to;
  }
  return primary;
}

function handleOf(heif: HeifFunctions, context: number, item: number, scratch: number): number {
  heif._heif_context_get_image_handle(scratch, context, item, scratch + OUT);
  check(heif, scratch);
  return wordAt(heif, scratch + OUT);
}

function withHandle<Result>(
  heif: HeifFunctions,
  handle: number,
  scratch: number,
  crop: Area | null,
  use: (primary: Primary) => Result,
): Result {
  try {
    return use({
      handle,
      crop,
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
      crop: null,
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
