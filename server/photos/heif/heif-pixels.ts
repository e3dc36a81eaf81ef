import { allocate, HeifFault, wordAt } from './heif-heap.ts';
import type { HeifFunctions } from './heif-library.ts';

const INTERLEAVED = 10;

/** Copies a decoded picture out of the heap: three channels, no padding, transparent parts on white. @throws {HeifFault} */
export function pixelsOf(heif: HeifFunctions, image: number, hasAlpha: boolean) {
  const stridePointer = allocate(heif, 8);
  try {
    const plane = heif._heif_image_get_plane_readonly2(image, INTERLEAVED, stridePointer);
    const stride = wordAt(heif, stridePointer);
    const width = heif._heif_image_get_width(image, INTERLEAVED);
    const height = heif._heif_image_get_height(image, INTERLEAVED);
    if (plane === 0 || width <= 0 || height <= 0) throw new HeifFault(0, 0);
    const rows = heif.HEAPU8.subarray(plane, plane + stride * height);
    if (hasAlpha) {
      const premultiplied = heif._heif_image_is_premultiplied_alpha(image) !== 0;
      return { data: onWhite(rows, stride, width, height, premultiplied), width, height };
    }
    return { data: packed(rows, stride, 3 * width, height), width, height };
  } finally {
    heif._free(stridePointer);
  }
}

/** A copy outside the heap, without the padding at the end of each row. */
function packed(rows: Uint8Array, stride: number, length: number, height: number): Uint8Array<ArrayBuffer> {
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
      const paper = 255 - alpha;
      for (let channel = 0; channel < 3; channel += 1) {
        const value = rows[from + channel] ?? 0;
        data[to] = premultiplied ? Math.min(255, value + paper) : paper + Math.round((value * alpha) / 255);
        to += 1;
      }
    }
  }
  return data;
}
