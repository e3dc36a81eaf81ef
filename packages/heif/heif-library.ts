import { createRequire } from 'node:module';

/** libheif's own functions as its WebAssembly build exports them: pointers are byte offsets into the heap. */
export interface HeifFunctions {
  readonly HEAPU8: Uint8Array<ArrayBuffer>;
  readonly HEAPU32: Uint32Array;
  _malloc(bytes: number): number;
  _free(pointer: number): void;
  _heif_context_alloc(): number;
  _heif_context_free(context: number): void;
  _heif_context_set_maximum_image_size_limit(context: number, edge: number): void;
  _heif_context_read_from_memory(
    error: number,
    context: number,
    bytes: number,
    size: number,
    options: number,
  ): void;
  _heif_context_get_primary_image_ID(error: number, context: number, item: number): void;
  _heif_context_get_image_handle(error: number, context: number, item: number, handle: number): void;
  _heif_context_get_item_references(
    context: number,
    item: number,
    index: number,
    type: number,
    items: number,
  ): number;
  _heif_release_item_references(context: number, items: number): void;
  _heif_item_get_item_type(context: number, item: number): number;
  _heif_item_get_transformation_properties(
    context: number,
    item: number,
    properties: number,
    most: number,
  ): number;
  _heif_item_get_property_type(context: number, item: number, property: number): number;
  _heif_item_get_property_transform_rotation_ccw(context: number, item: number, property: number): number;
  _heif_item_get_property_transform_mirror(context: number, item: number, property: number): number;
  _heif_item_get_property_transform_crop_borders(
    context: number,
    item: number,
    property: number,
    width: number,
    height: number,
    left: number,
    top: number,
    right: number,
    bottom: number,
  ): void;
  _heif_context_has_sequence(context: number): number;
  _heif_context_get_track(context: number, id: number): number;
  _heif_track_get_image_resolution(error: number, track: number, width: number, height: number): void;
  _heif_track_decode_next_image(
    error: number,
    track: number,
    image: number,
    colorspace: number,
    chroma: number,
    options: number,
  ): void;
  _heif_track_has_alpha_channel(track: number): number;
  _heif_track_release(track: number): void;
  _heif_image_handle_get_width(handle: number): number;
  _heif_image_handle_get_height(handle: number): number;
  _heif_image_handle_get_ispe_width(handle: number): number;
  _heif_image_handle_get_ispe_height(handle: number): number;
  _heif_image_handle_has_alpha_channel(handle: number): number;
  _heif_image_handle_get_luma_bits_per_pixel(handle: number): number;
  _heif_image_handle_get_chroma_bits_per_pixel(handle: number): number;
  _heif_image_handle_get_preferred_decoding_colorspace(
    error: number,
    handle: number,
    colorspace: number,
    chroma: number,
  ): void;
  _heif_image_handle_get_raw_color_profile_size(handle: number): number;
  _heif_image_handle_get_raw_color_profile(error: number, handle: number, bytes: number): void;
  _heif_image_handle_get_nclx_color_profile(error: number, handle: number, profile: number): void;
  _heif_image_handle_release(handle: number): void;
  _heif_decode_image(
    error: number,
    handle: number,
    image: number,
    colorspace: number,
    chroma: number,
    options: number,
  ): void;
  _heif_image_get_width(image: number, channel: number): number;
  _heif_image_get_height(image: number, channel: number): number;
  _heif_image_get_decoding_warnings(image: number, first: number, errors: number, most: number): number;
  _heif_image_get_plane_readonly2(image: number, channel: number, stride: number): number;
  _heif_image_is_premultiplied_alpha(image: number): number;
  _heif_image_get_nclx_color_profile(error: number, image: number, profile: number): void;
  _heif_nclx_color_profile_free(profile: number): void;
  _heif_image_release(image: number): void;
}

export interface HeifLibrary {
  readonly heif: HeifFunctions;
  /** bytes of the heap; it never shrinks */
  heapBytes(): number;
  /** Sets the bytes beyond which the heap refuses to grow: the decoder then runs out of memory, not the machine. */
  limitHeap(bytes: number): void;
}

const require = createRequire(import.meta.url);

/** File of the decoder's code. It is compiled once a process and shared by its threads, with its optimised code. */
export const heifCodeFile = (): string => require.resolve('libheif-js/libheif-wasm/libheif.wasm');

export function openHeifLibrary(code: WebAssembly.Module): HeifLibrary {
  const factory: (options: object) => HeifFunctions = require('libheif-js/libheif-wasm/libheif.js');
  let memory: WebAssembly.Memory | null = null;
  let limit = Number.POSITIVE_INFINITY;
  const heif = factory({
    print: () => {},
    printErr: () => {},
    instantiateWasm: (
      imports: WebAssembly.Imports,
      receive: (instance: WebAssembly.Instance, code: WebAssembly.Module) => void,
    ) => {
      const instance = new WebAssembly.Instance(code, imports);
      memory = memoryOf(instance);
      limitGrowth(memory, () => limit);
      receive(instance, code);
      return instance.exports;
    },
  });
  return {
    heif,
    heapBytes: () => heif.HEAPU8.length,
    limitHeap: (bytes) => {
      limit = bytes;
    },
  };
}

function memoryOf(instance: WebAssembly.Instance): WebAssembly.Memory {
  for (const exported of Object.values(instance.exports)) {
    if (exported instanceof WebAssembly.Memory) return exported;
  }
  throw new Error('The HEIF decoder exports no memory.');
}

const PAGE_BYTES = 65_536;

function limitGrowth(memory: WebAssembly.Memory, limit: () => number): void {
  const grow = memory.grow.bind(memory);
  memory.grow = (pages: number): number => {
    if (memory.buffer.byteLength + pages * PAGE_BYTES > limit())
      throw new RangeError('The heap is at its limit.');
    return grow(pages);
  };
}

/** `heif_error_code`s of a file type, and of a feature, that the library does not know. */
const UNSUPPORTED = new Set([3, 4]);
/** `heif_suberror_code` of a picture that is larger than the library decodes. */
const SECURITY_LIMIT = 1000;
/** A file that the standard allows; the library has no code for it. */
const REPEATED_REFERENCE = 'double references';

/** The library refused the file; the numbers are its `heif_error_code` and `heif_suberror_code`, then its own words. */
export class HeifError extends Error {
  override name = 'HeifError';
  /** whether the file may be whole, and the library only can't read its kind */
  readonly isUnsupported: boolean;

  constructor(code: number, subcode: number, words = '') {
    super(`libheif ${code}.${subcode} ${words}`.trimEnd());
    this.isUnsupported =
      UNSUPPORTED.has(code) || subcode === SECURITY_LIMIT || words.includes(REPEATED_REFERENCE);
  }
}

/** Bytes of scratch memory: the three words of an error, then room for what a call hands out. */
export const SCRATCH_BYTES = 64;
export const OUT = 16;

/** @throws when the heap is at its limit */
export function allocate(heif: HeifFunctions, bytes: number): number {
  const pointer = heif._malloc(bytes);
  if (pointer === 0) throw new Error('The HEIF decoder is out of memory.');
  return pointer;
}

/** The 32-bit word at a pointer, unsigned. */
export function wordAt(heif: HeifFunctions, pointer: number): number {
  return heif.HEAPU32[pointer >>> 2] ?? 0;
}

/** @throws {HeifError} when the call that was given this scratch memory reported an error there */
export function check(heif: HeifFunctions, scratch: number): void {
  const code = wordAt(heif, scratch);
  if (code !== 0)
    throw new HeifError(code, wordAt(heif, scratch + 4), textAt(heif, wordAt(heif, scratch + 8)));
}

/** Most bytes of an error's words that are kept. */
const WORDS_MAX_BYTES = 300;

function textAt(heif: HeifFunctions, pointer: number): string {
  const bytes = heif.HEAPU8.subarray(pointer, pointer + WORDS_MAX_BYTES);
  const end = bytes.indexOf(0);
  return Buffer.from(end < 0 ? bytes : bytes.subarray(0, end))
    .toString('utf8')
    .trim();
}

export const fourLetters = (letters: string): number => Buffer.from(letters, 'latin1').readUInt32BE();

/** Code points of a picture's colours by ITU-T H.273. */
export interface Nclx {
  primaries: number;
  transfer: number;
  matrix: number;
  isFullRange: boolean;
}

/**
 * The colours that the file states, else those within the coded picture.
 * @param handle null to read the coded picture alone
 */
export function readNclx(heif: HeifFunctions, handle: number | null, image: number): Nclx | null {
  const scratch = allocate(heif, SCRATCH_BYTES);
  try {
    if (handle !== null) heif._heif_image_handle_get_nclx_color_profile(scratch, handle, scratch + OUT);
    if (handle === null || wordAt(heif, scratch) !== 0) {
      heif._heif_image_get_nclx_color_profile(scratch, image, scratch + OUT);
    }
    if (wordAt(heif, scratch) !== 0) return null;
    const profile = wordAt(heif, scratch + OUT);
    const nclx = {
      primaries: wordAt(heif, profile + 4),
      transfer: wordAt(heif, profile + 8),
      matrix: wordAt(heif, profile + 12),
      isFullRange: heif.HEAPU8[profile + 16] !== 0,
    };
    heif._heif_nclx_color_profile_free(profile);
    return nclx;
  } finally {
    heif._free(scratch);
  }
}
