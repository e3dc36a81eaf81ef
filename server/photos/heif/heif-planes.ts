import { allocate, OUT, SCRATCH_BYTES, wordAt } from './heif-heap.ts';
import type { HeifFunctions } from './heif-library.ts';

/** Weights of red and blue in the luma of each matrix, by ITU-T H.273 matrix coefficients; 2 is unspecified. */
const MATRICES: Record<number, { red: number; blue: number }> = {
  1: { red: 0.2126, blue: 0.0722 },
  2: { red: 0.299, blue: 0.114 },
  5: { red: 0.299, blue: 0.114 },
  6: { red: 0.299, blue: 0.114 },
  9: { red: 0.2627, blue: 0.0593 },
};

/** Samples that share one of chroma, as powers of two, by `heif_chroma`: 4:2:0, 4:2:2, 4:4:4. */
const SUBSAMPLING: Record<number, { across: 0 | 1; down: 0 | 1 }> = {
  1: { across: 1, down: 1 },
  2: { across: 1, down: 0 },
  3: { across: 0, down: 0 },
};

interface Plane {
  start: number;
  stride: number;
}

/**
 * RGB of a decoded picture of 8 bits that is still Y′CbCr, straight out of the heap. The library's own conversion
 * takes as long with the copy out of the heap, and 3 bytes a pixel more of a heap that never shrinks.
 * @returns null for coding that only the library knows how to convert
 */
export function rgbOfPlanes(heif: HeifFunctions, image: number) {
  const sampling = SUBSAMPLING[heif._heif_image_get_chroma_format(image)];
  const { matrix, isFullRange } = codingOf(heif, image);
  const weights = MATRICES[matrix];
  const width = heif._heif_image_get_width(image, 0);
  const height = heif._heif_image_get_height(image, 0);
  const planes = [0, 1, 2].map((channel) => planeOf(heif, image, channel));
  const [luma, blue, red] = planes;
  if (!sampling || !weights || !luma || !blue || !red || width <= 0 || height <= 0) return null;
  const across = (width + sampling.across) >> sampling.across;
  const down = (height + sampling.down) >> sampling.down;
  if (heif._heif_image_get_width(image, 1) < across || heif._heif_image_get_height(image, 1) < down)
    return null;

  const tables = tablesOf(weights, isFullRange);
  const data = new Uint8Array(3 * width * height);
  const rgb = new Uint8ClampedArray(data.buffer);
  const heap = heif.HEAPU8;
  for (let row = 0; row < height; row += 1) {
    const chromaRow = row >> sampling.down;
    (sampling.across === 1 ? convertRowInPairs : convertRow)(heap, tables, {
      luma: luma.start + row * luma.stride,
      blue: blue.start + chromaRow * blue.stride,
      red: red.start + chromaRow * red.stride,
      shift: sampling.across,
      rgb,
      to: 3 * width * row,
      width,
    });
  }
  return { data, width, height };
}

interface Tables {
  light: Int32Array;
  redOfRed: Int32Array;
  greenOfRed: Int32Array;
  greenOfBlue: Int32Array;
  blueOfBlue: Int32Array;
}

interface Row {
  luma: number;
  blue: number;
  red: number;
  shift: number;
  rgb: Uint8ClampedArray;
  to: number;
  width: number;
}

/** Pixel after pixel. The type checker can't know that every index is within its array. */
function convertRow(
  heap: Uint8Array,
  tables: Tables,
  { luma, blue, red, shift, rgb, to, width }: Row,
  from = 0,
): void {
  const { light, redOfRed, greenOfRed, greenOfBlue, blueOfBlue } = tables;
  let at = to + 3 * from;
  for (let x = from; x < width; x += 1) {
    const y = light[heap[luma + x] as number] as number;
    const cb = heap[blue + (x >> shift)] as number;
    const cr = heap[red + (x >> shift)] as number;
    rgb[at] = (y + (redOfRed[cr] as number)) >> 16;
    rgb[at + 1] = (y + (greenOfRed[cr] as number) + (greenOfBlue[cb] as number)) >> 16;
    rgb[at + 2] = (y + (blueOfBlue[cb] as number)) >> 16;
    at += 3;
  }
}

/** Two pixels that share their chroma at a time, in half the time. */
function convertRowInPairs(heap: Uint8Array, tables: Tables, row: Row): void {
  const { light, redOfRed, greenOfRed, greenOfBlue, blueOfBlue } = tables;
  const { blue, red, rgb, width } = row;
  const pairs = width >> 1;
  let { luma, to: at } = row;
  for (let pair = 0; pair < pairs; pair += 1) {
    const cb = heap[blue + pair] as number;
    const cr = heap[red + pair] as number;
    const r = redOfRed[cr] as number;
    const g = (greenOfRed[cr] as number) + (greenOfBlue[cb] as number);
    const b = blueOfBlue[cb] as number;
    const left = light[heap[luma] as number] as number;
    const right = light[heap[luma + 1] as number] as number;
    rgb[at] = (left + r) >> 16;
    rgb[at + 1] = (left + g) >> 16;
    rgb[at + 2] = (left + b) >> 16;
    rgb[at + 3] = (right + r) >> 16;
    rgb[at + 4] = (right + g) >> 16;
    rgb[at + 5] = (right + b) >> 16;
    luma += 2;
    at += 6;
  }
  convertRow(heap, tables, row, 2 * pairs);
}

/** Sixteen binary places; the light of a sample carries the half that rounds. */
function tablesOf({ red, blue }: { red: number; blue: number }, isFullRange: boolean): Tables {
  const green = 1 - red - blue;
  const lumaScale = isFullRange ? 1 : 255 / 219;
  const chromaScale = isFullRange ? 1 : 255 / 224;
  const table = (scale: number, zero: number, more = 0) =>
    Int32Array.from({ length: 256 }, (_, value) => Math.round((value - zero) * scale * 65_536) + more);
  const redScale = 2 * (1 - red) * chromaScale;
  const blueScale = 2 * (1 - blue) * chromaScale;
  return {
    light: table(lumaScale, isFullRange ? 0 : 16, 32_768),
    redOfRed: table(redScale, 128),
    greenOfRed: table((-redScale * red) / green, 128),
    greenOfBlue: table((-blueScale * blue) / green, 128),
    blueOfBlue: table(blueScale, 128),
  };
}

/** What a picture that says nothing is coded with: as the library takes it. */
const UNSAID = { matrix: 6, isFullRange: true };

function codingOf(heif: HeifFunctions, image: number): { matrix: number; isFullRange: boolean } {
  const scratch = allocate(heif, SCRATCH_BYTES);
  try {
    heif._heif_image_get_nclx_color_profile(scratch, image, scratch + OUT);
    if (wordAt(heif, scratch) !== 0) return UNSAID;
    const profile = wordAt(heif, scratch + OUT);
    const coding = { matrix: wordAt(heif, profile + 12), isFullRange: heif.HEAPU8[profile + 16] !== 0 };
    heif._heif_nclx_color_profile_free(profile);
    return coding;
  } finally {
    heif._free(scratch);
  }
}

function planeOf(heif: HeifFunctions, image: number, channel: number): Plane | null {
  const scratch = allocate(heif, SCRATCH_BYTES);
  try {
    const start = heif._heif_image_get_plane_readonly2(image, channel, scratch);
    return start === 0 ? null : { start, stride: wordAt(heif, scratch) };
  } finally {
    heif._free(scratch);
  }
}
