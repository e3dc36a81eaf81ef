import type { Quad } from './geometry.ts';
import { squareTo } from './homography.ts';
import type { Picture } from './picture.ts';

/**
 * The page alone, seen from straight above: for each pixel of the result the place in the photo is looked up and read
 * with bicubic convolution (Keys, 1981, a = -0.5), which keeps strokes as sharp as they are.
 * @param corners pixels of the photo
 * @param size pixels of the result
 */
export function straighten(photo: Picture, corners: Quad, size: { width: number; height: number }): Picture {
  const { data, width, height } = photo;
  const out = new Uint8ClampedArray(size.width * size.height * 4);
  const [a, b, c, d, e, f, g, h] = squareTo(corners);
  const row = width * 4;
  let to = 0;
  for (let y = 0; y < size.height; y += 1) {
    const v = (y + 0.5) / size.height;
    for (let x = 0; x < size.width; x += 1) {
      const u = (x + 0.5) / size.width;
      const w = 1 / (g * u + h * v + 1);
      // The border's own pixels are read as their neighbours: sixteen are needed around each place.
      const sx = Math.min(width - 2.001, Math.max(1, (a * u + b * v + c) * w - 0.5));
      const sy = Math.min(height - 2.001, Math.max(1, (d * u + e * v + f) * w - 0.5));
      const left = sx | 0;
      const top = sy | 0;
      const across = (((sx - left) * PHASES) | 0) * 4;
      const down = (((sy - top) * PHASES) | 0) * 4;
      const x0 = WEIGHTS[across] ?? 0;
      const x1 = WEIGHTS[across + 1] ?? 0;
      const x2 = WEIGHTS[across + 2] ?? 0;
      const x3 = WEIGHTS[across + 3] ?? 0;
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let line = 0, at = (top - 1) * row + (left - 1) * 4; line < 4; line += 1, at += row) {
        const y0 = WEIGHTS[down + line] ?? 0;
        const w0 = y0 * x0;
        const w1 = y0 * x1;
        const w2 = y0 * x2;
        const w3 = y0 * x3;
        red +=
          w0 * (data[at] ?? 0) +
          w1 * (data[at + 4] ?? 0) +
          w2 * (data[at + 8] ?? 0) +
          w3 * (data[at + 12] ?? 0);
        green +=
          w0 * (data[at + 1] ?? 0) +
          w1 * (data[at + 5] ?? 0) +
          w2 * (data[at + 9] ?? 0) +
          w3 * (data[at + 13] ?? 0);
        blue +=
          w0 * (data[at + 2] ?? 0) +
          w1 * (data[at + 6] ?? 0) +
          w2 * (data[at + 10] ?? 0) +
          w3 * (data[at + 14] ?? 0);
      }
      out[to] = red;
      out[to + 1] = green;
      out[to + 2] = blue;
      out[to + 3] = 255;
      to += 4;
    }
  }
  return { data: out, ...size };
}

/** Places between two pixels for which weights are calculated: finer than a byte of light can show. */
const PHASES = 256;
/** Weights of four pixels in a row for a place behind the second, four for each phase. */
const WEIGHTS = Float64Array.from({ length: 4 * PHASES }, (_, index) => {
  const t = (Math.floor(index / 4) + 0.5) / PHASES;
  return (
    [
      t * (-0.5 + t * (1 - 0.5 * t)),
      1 + t * t * (1.5 * t - 2.5),
      t * (0.5 + t * (2 - 1.5 * t)),
      t * t * (0.5 * t - 0.5),
    ][index % 4] ?? 0
  );
});
