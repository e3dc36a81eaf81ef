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
  const wx = new Float64Array(4);
  const wy = new Float64Array(4);
  let to = 0;
  for (let y = 0; y < size.height; y += 1) {
    const v = (y + 0.5) / size.height;
    for (let x = 0; x < size.width; x += 1) {
      const u = (x + 0.5) / size.width;
      const w = g * u + h * v + 1;
      // The border's own pixels are read as their neighbours: sixteen are needed around each place.
      const sx = Math.min(width - 2.001, Math.max(1, (a * u + b * v + c) / w - 0.5));
      const sy = Math.min(height - 2.001, Math.max(1, (d * u + e * v + f) / w - 0.5));
      const left = Math.floor(sx);
      const top = Math.floor(sy);
      cubicWeights(wx, sx - left);
      cubicWeights(wy, sy - top);
      const [x0 = 0, x1 = 0, x2 = 0, x3 = 0] = wx;
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let line = 0, at = (top - 1) * row + (left - 1) * 4; line < 4; line += 1, at += row) {
        const weight = wy[line] ?? 0;
        red +=
          weight *
          (x0 * (data[at] ?? 0) +
            x1 * (data[at + 4] ?? 0) +
            x2 * (data[at + 8] ?? 0) +
            x3 * (data[at + 12] ?? 0));
        green +=
          weight *
          (x0 * (data[at + 1] ?? 0) +
            x1 * (data[at + 5] ?? 0) +
            x2 * (data[at + 9] ?? 0) +
            x3 * (data[at + 13] ?? 0));
        blue +=
          weight *
          (x0 * (data[at + 2] ?? 0) +
            x1 * (data[at + 6] ?? 0) +
            x2 * (data[at + 10] ?? 0) +
            x3 * (data[at + 14] ?? 0));
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

/** Weights of four pixels in a row for a place that lies `t` (0 to 1) behind the second. */
function cubicWeights(weights: Float64Array, t: number): void {
  weights[0] = t * (-0.5 + t * (1 - 0.5 * t));
  weights[1] = 1 + t * t * (1.5 * t - 2.5);
  weights[2] = t * (0.5 + t * (2 - 1.5 * t));
  weights[3] = t * t * (0.5 * t - 0.5);
}
