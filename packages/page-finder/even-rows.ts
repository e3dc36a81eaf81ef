import type { Colours } from './paper-light.ts';
import { bytesPerPixel, type Picture } from './picture.ts';

/** Logarithms of light are whole numbers of these parts of a step of a table. */
export const FRACTION_BITS = 8;

interface LightTables {
  /** of each byte's light */
  logarithms: Int32Array;
  /** bytes of light by the logarithm of reflectance */
  tables: Colours<Uint8Array>;
  /** bytes by 256 times the byte before and the byte after; null for the byte after */
  mix: Uint8Array | null;
}

/** The loop over pixels of a page whose light is evened. */
interface RowEvener {
  /** Says what is added to the logarithms of each colour of each pixel, above the rows that follow and below them. */
  setGains(upper: Int32Array, lower: Int32Array): void;
  /** Changes a row of the page. @param share of the way from above to below, in 256ths */
  evenRow(y: number, share: number): void;
}

export type StartRowEvener = (picture: Picture, tables: LightTables) => RowEvener;

/** In JavaScript; the server has the same to the byte in WebAssembly. */
export const startRowEvener: StartRowEvener = (picture, tables) => {
  let gains: Pick<Gains, 'upper' | 'lower'> | null = null;
  return {
    setGains: (upper, lower) => {
      gains = { upper, lower };
    },
    evenRow: (y, share) => {
      if (gains) evenRow(picture, y, { ...gains, share }, tables);
    },
  };
};

interface Gains {
  upper: Int32Array;
  lower: Int32Array;
  share: number;
}

function evenRow(
  picture: Picture,
  y: number,
  { upper, lower, share }: Gains,
  { logarithms, tables, mix }: LightTables,
): void {
  const { data, width } = picture;
  const stride = bytesPerPixel(picture);
  const [reds, greens, blues] = tables;
  for (let x = 0, at = y * width * stride; x < upper.length; x += 3, at += stride) {
    const red = data[at] ?? 0;
    const green = data[at + 1] ?? 0;
    const blue = data[at + 2] ?? 0;
    const redLevel = (logarithms[red] ?? 0) + between(upper[x] ?? 0, lower[x] ?? 0, share);
    const greenLevel = (logarithms[green] ?? 0) + between(upper[x + 1] ?? 0, lower[x + 1] ?? 0, share);
    const blueLevel = (logarithms[blue] ?? 0) + between(upper[x + 2] ?? 0, lower[x + 2] ?? 0, share);
    const evenRed = reds[redLevel >> FRACTION_BITS] ?? 0;
    const evenGreen = greens[greenLevel >> FRACTION_BITS] ?? 0;
    const evenBlue = blues[blueLevel >> FRACTION_BITS] ?? 0;
    data[at] = mix ? (mix[(red << 8) | evenRed] ?? 0) : evenRed;
    data[at + 1] = mix ? (mix[(green << 8) | evenGreen] ?? 0) : evenGreen;
    data[at + 2] = mix ? (mix[(blue << 8) | evenBlue] ?? 0) : evenBlue;
  }
}

/** @param share of the way, in 256ths */
export function between(from: number, to: number, share: number): number {
  return from + (((to - from) * share) >> 8);
}
