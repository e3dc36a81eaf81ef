import {
  allocate,
  HeifError,
  type HeifFunctions,
  OUT,
  readNclx,
  SCRATCH_BYTES,
  wordAt,
} from './heif-library.ts';

export interface RgbPixels {
  data: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
}

const INTERLEAVED = 10;

/** Copies an interleaved picture out of the heap: three channels, no padding, transparent parts on white. @throws {HeifError} */
export function copyRgb(heif: HeifFunctions, image: number, hasAlpha: boolean): RgbPixels {
  const plane = planeOf(heif, image, INTERLEAVED);
  const width = heif._heif_image_get_width(image, INTERLEAVED);
  const height = heif._heif_image_get_height(image, INTERLEAVED);
  if (!plane || width <= 0 || height <= 0) throw new HeifError(0, 0);
  const rows = heif.HEAPU8.subarray(plane.start, plane.start + plane.stride * height);
  const copy = hasAlpha
    ? onWhite(rows, plane.stride, width, height, heif._heif_image_is_premultiplied_alpha(image) !== 0)
    : withoutPadding(rows, plane.stride, 3 * width, height);
  return { data: copy, width, height };
}

function withoutPadding(
  rows: Uint8Array,
  stride: number,
  length: number,
  height: number,
): Uint8Array<ArrayBuffer> {
  if (stride === length) return rows.slice();
  const data = new Uint8Array(length * height);
  for (let row = 0; row < height; row += 1) {
    data.set(rows.subarray(row * stride, row * stride + length), row * length);
  }
  return data;
}

function onWhite(
  rows: Uint8Array,
  stride: number,
  width: number,
  height: number,
  premultiplied: boolean,
): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(3 * width * height);
  let to = 0;
  for (let row = 0; row < height; row += 1) {
    const end = row * stride + 4 * width;
    for (let from = row * stride; from < end; from += 4) {
      const alpha = rows[from + 3] ?? 255;
      const white = 255 - alpha;
      for (let channel = 0; channel < 3; channel += 1) {
        const value = rows[from + channel] ?? 0;
        data[to] = premultiplied ? Math.min(255, value + white) : white + Math.round((value * alpha) / 255);
        to += 1;
      }
    }
  }
  return data;
}

/** Weights of red and blue in the luma of each matrix, by ITU-T H.273 matrix coefficients; 2 is unspecified. */
const MATRICES: Record<number, { red: number; blue: number }> = {
  1: { red: 0.2126, blue: 0.0722 },
  2: { red: 0.299, blue: 0.114 },
  5: { red: 0.299, blue: 0.114 },
  6: { red: 0.299, blue: 0.114 },
  9: { red: 0.2627, blue: 0.0593 },
};
/** Coding of a picture that states none, as the library assumes it. */
const DEFAULT_CODING = { matrix: 6, isFullRange: true };

/**
 * RGB of a decoded picture of 8 bits in Y′CbCr 4:2:0, converted while it is copied out of the heap. The library's own
 * conversion takes 3 bytes a pixel more of a heap that never shrinks: see docs/decisions/0007-heic-in-threads.md.
 * @returns null for coding that only the library can convert
 */
export function convertPlanes(heif: HeifFunctions, image: number): RgbPixels | null {
  const { matrix, isFullRange } = readNclx(heif, null, image) ?? DEFAULT_CODING;
  const weights = MATRICES[matrix];
  const width = heif._heif_image_get_width(image, 0);
  const height = heif._heif_image_get_height(image, 0);
  const [luma, blue, red] = [0, 1, 2].map((channel) => planeOf(heif, image, channel));
  if (!weights || !luma || !blue || !red || width <= 0 || height <= 0) return null;
  const chromaWidth = heif._heif_image_get_width(image, 1);
  const chromaHeight = heif._heif_image_get_height(image, 1);
  // What was decoded counts, whatever the file said of it: planes of another size are not 4:2:0.
  if (chromaWidth !== (width + 1) >> 1 || chromaHeight !== (height + 1) >> 1) return null;

  const tables = tablesOf(weights, isFullRange);
  const data = new Uint8Array(3 * width * height);
  const rgb = new Uint8ClampedArray(data.buffer);
  for (let row = 0; row < height; row += 1) {
    convertRow(heif.HEAPU8, tables, {
      luma: luma.start + row * luma.stride,
      blue: blue.start + (row >> 1) * blue.stride,
      red: red.start + (row >> 1) * red.stride,
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
  rgb: Uint8ClampedArray;
  to: number;
  width: number;
}

/**
 * Two pixels that share their chroma at a time, which takes half the time of one at a time. The type checker can't
 * know that every index is within its array.
 */
function convertRow(heap: Uint8Array, tables: Tables, { luma, blue, red, rgb, to, width }: Row): void {
  const { light, redOfRed, greenOfRed, greenOfBlue, blueOfBlue } = tables;
  let at = to;
  for (let x = 0; x < width; x += 2) {
    const cb = heap[blue + (x >> 1)] as number;
    const cr = heap[red + (x >> 1)] as number;
    const r = redOfRed[cr] as number;
    const g = (greenOfRed[cr] as number) + (greenOfBlue[cb] as number);
    const b = blueOfBlue[cb] as number;
    const left = light[heap[luma + x] as number] as number;
    rgb[at] = (left + r) >> 16;
    rgb[at + 1] = (left + g) >> 16;
    rgb[at + 2] = (left + b) >> 16;
    if (x + 1 === width) return;
    const right = light[heap[luma + x + 1] as number] as number;
    rgb[at + 3] = (right + r) >> 16;
    rgb[at + 4] = (right + g) >> 16;
    rgb[at + 5] = (right + b) >> 16;
    at += 6;
  }
}

/** Fixed point with sixteen binary places; `light` carries the half that rounds. */
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

function planeOf(
  heif: HeifFunctions,
  image: number,
  channel: number,
): { start: number; stride: number } | null {
  const scratch = allocate(heif, SCRATCH_BYTES);
  try {
    const start = heif._heif_image_get_plane_readonly2(image, channel, scratch + OUT);
    return start === 0 ? null : { start, stride: wordAt(heif, scratch + OUT) };
  } finally {
    heif._free(scratch);
  }
}
