import { allocate, OUT, SCRATCH_BYTES, wordAt } from './heif-heap.ts';
import type { HeifFunctions } from './heif-library.ts';

/** What the file says of its colours: an ICC profile, else code points of ITU-T H.273, else nothing. */
export interface HeifColours {
  icc: Uint8Array<ArrayBuffer> | null;
  nclx: { primaries: number; transfer: number } | null;
}

/** Largest colour profile that is carried, bytes; those of cameras have 500 to 4,000. */
const PROFILE_MAX_BYTES = 1_000_000;

/** @param handle null for a picture of a sequence */
export function coloursOf(heif: HeifFunctions, handle: number | null, image: number): HeifColours {
  const scratch = allocate(heif, SCRATCH_BYTES);
  try {
    const icc = handle === null ? null : iccOf(heif, handle, scratch);
    if (icc) return { icc, nclx: null };
    // A file without colour information of its own may have it within the coded picture.
    if (handle !== null) heif._heif_image_handle_get_nclx_color_profile(scratch, handle, scratch + OUT);
    if (handle === null || wordAt(heif, scratch) !== 0) {
      heif._heif_image_get_nclx_color_profile(scratch, image, scratch + OUT);
    }
    if (wordAt(heif, scratch) !== 0) return { icc: null, nclx: null };
    const profile = wordAt(heif, scratch + OUT);
    const nclx = { primaries: wordAt(heif, profile + 4), transfer: wordAt(heif, profile + 8) };
    heif._heif_nclx_color_profile_free(profile);
    return { icc: null, nclx };
  } finally {
    heif._free(scratch);
  }
}

function iccOf(heif: HeifFunctions, handle: number, scratch: number): Uint8Array<ArrayBuffer> | null {
  const size = heif._heif_image_handle_get_raw_color_profile_size(handle);
  if (size === 0 || size > PROFILE_MAX_BYTES) return null;
  const bytes = allocate(heif, size);
  try {
    heif._heif_image_handle_get_raw_color_profile(scratch, handle, bytes);
    return wordAt(heif, scratch) === 0 ? heif.HEAPU8.slice(bytes, bytes + size) : null;
  } finally {
    heif._free(bytes);
  }
}
