/** A decoded picture: sRGB, four bytes a pixel (RGBA), opaque. What straightens and evens the light also takes three (RGB). */
export interface Picture {
  data: Uint8ClampedArray<ArrayBuffer>;
  width: number;
  height: number;
}

/** @returns 4 (RGBA), or 3 (RGB) */
export function bytesPerPixel({ data, width, height }: Picture): number {
  return data.length / (width * height);
}

/** Linear light (0 to 1) of an sRGB byte (IEC 61966-2-1). */
export const LINEAR = Float32Array.from({ length: 256 }, (_, byte) => {
  const encoded = byte / 255;
  return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
});

const ENCODED_STEPS = 4096;
const ENCODED = Uint8ClampedArray.from({ length: ENCODED_STEPS + 1 }, (_, step) => {
  const linear = step / ENCODED_STEPS;
  return 255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055);
});

/** The sRGB byte of linear light; outside of 0 to 1 it is clipped. */
export function srgbByte(linear: number): number {
  return ENCODED[(Math.min(1, Math.max(0, linear)) * ENCODED_STEPS + 0.5) | 0] ?? 0;
}

/** Relative luminance of linear light (ITU-R BT.709). */
export function luminance(red: number, green: number, blue: number): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function cellRange(index: number, cells: number, length: number): [from: number, to: number] {
  const from = Math.floor((index * length) / cells);
  return [from, Math.max(from + 1, Math.floor(((index + 1) * length) / cells))];
}
