import type { Colours } from './paper-light.ts';
import { bytesPerPixel, type Picture } from './picture.ts';

/** Binary places of a logarithm below one entry of a table. */
export const FRACTION_BITS = 8;

interface LightTables {
  /** of each byte's light, above that of the least that the tables cover */
  logarithms: Int32Array;
  /** the evened byte by the logarithm of reflectance */
  tables: Colours<Uint8Array>;
  /** the result at 256 times the original byte plus the evened one; null when it is the evened one */
  mix: Uint8Array | null;
}

/** Evens the light of a page, a row of pixels at a time. */
interface RowEvener {
  /** Sets what is added to the logarithms, three colours a pixel, at the cells above the next rows and at those below. */
  setGains(upper: Int32Array, lower: Int32Array): void;
  /** Changes a row in place. @param share weight of the lower gains, in 256ths */
  evenRow(y: number, share: number): void;
}

export type StartRowEvener = (picture: Picture, tables: LightTables) => RowEvener;

/** In JavaScript; the server's WebAssembly gives the same bytes. */
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

/** Interpolates. @param share weight of `to`, in 256ths */
export function between(from: number, to: number, share: number): number {
  return from + (((to - from) * share) >> 8);
}
