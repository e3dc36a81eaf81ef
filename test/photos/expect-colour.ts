import sharp from 'sharp';
import { expect } from 'vitest';

/** The colour of a JPEG at a place, x and y from 0 to 1. */
export async function colourAt(jpeg: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  return [...data.subarray(at, at + 3)];
}

/** @param tolerance of each channel, 0 to 255 */
export function expectNear(colour: number[], wanted: readonly number[], tolerance = 6): void {
  const distance = Math.max(...wanted.map((value, channel) => Math.abs(value - (colour[channel] ?? -999))));
  expect(distance, `${colour} is not ${wanted}`).toBeLessThanOrEqual(tolerance);
}
