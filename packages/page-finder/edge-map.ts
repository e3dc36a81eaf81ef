import type { LabPicture } from './lab-picture.ts';
import { blur, close, newPlane, type Plane } from './plane.ts';

/** Where a picture changes: the size of the change in L*a*b*, and its direction as a unit vector. */
export interface EdgeMap {
  width: number;
  height: number;
  magnitude: Plane;
  dx: Plane;
  dy: Plane;
  /** the smoothed planes, in which the change was measured */
  lightness: Plane;
  a: Plane;
  b: Plane;
}

/** Colours of table and paper differ less than their lightness, but more surely. */
const COLOUR_GAIN = 1.3;

/**
 * @param closing pixels: ink and ruled lines, which are thin and darker than their paper, are closed away, and the
 * paper's edge stays; 0 to keep them
 */
export function edgeMap(lab: LabPicture, closing: number): EdgeMap {
  const { width, height } = lab;
  const lightness = blur(closing > 0 ? close(lab.lightness, closing) : lab.lightness, 1, 2);
  const a = blur(lab.a, 1, 2);
  const b = blur(lab.b, 1, 2);
  const magnitude = newPlane(width, height);
  const dx = newPlane(width, height);
  const dy = newPlane(width, height);
  const channels = [
    { values: lightness.values, gain: 1 / 4 },
    { values: a.values, gain: COLOUR_GAIN / 4 },
    { values: b.values, gain: COLOUR_GAIN / 4 },
  ];
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      let sum = 0;
      let strongest = 0;
      let across = 0;
      let down = 0;
      for (const { values, gain } of channels) {
        const h = gain * sobel(values, at, 1, width);
        const v = gain * sobel(values, at, width, 1);
        const power = h * h + v * v;
        sum += power;
        if (power > strongest) {
          strongest = power;
          across = h;
          down = v;
        }
      }
      const length = Math.sqrt(strongest) || 1;
      magnitude.values[at] = Math.sqrt(sum);
      dx.values[at] = across / length;
      dy.values[at] = down / length;
    }
  }
  return { width, height, magnitude, dx, dy, lightness, a, b };
}

/** The difference of both neighbours `along` apart, weighted 1 2 1 `across`. */
function sobel(values: Float32Array, at: number, along: number, across: number): number {
  const after = at + along;
  const before = at - along;
  return (
    (values[after - across] ?? 0) +
    2 * (values[after] ?? 0) +
    (values[after + across] ?? 0) -
    (values[before - across] ?? 0) -
    2 * (values[before] ?? 0) -
    (values[before + across] ?? 0)
  );
}
