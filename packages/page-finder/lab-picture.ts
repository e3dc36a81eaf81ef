import { cellRange, LINEAR, luminance, type Picture } from './picture.ts';
import { newPlane, type Plane } from './plane.ts';

/** A picture as CIE L*a*b* planes (D65), made smaller. */
export interface LabPicture {
  width: number;
  height: number;
  lightness: Plane;
  a: Plane;
  b: Plane;
}

/** Share of the pixels that is brought to this luminance, so that a photo taken in the dark has edges, too. */
const BRIGHT_SHARE = 0.02;
const BRIGHT_LUMINANCE = 0.9;
const GAIN = { least: 0.8, most: 8 };
const HISTOGRAM = 512;

/** Averages areas in linear light. @param longest pixels of the result's longer edge at most */
export function smallLab(picture: Picture, longest: number): LabPicture {
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
  const width = Math.max(8, Math.round(picture.width * scale));
  const height = Math.max(8, Math.round(picture.height * scale));
  const [red, green, blue] = averaged(picture, width, height);
  const gain = gainOf(red, green, blue);
  const small = {
    width,
    height,
    lightness: newPlane(width, height),
    a: newPlane(width, height),
    b: newPlane(width, height),
  };
  for (let at = 0; at < width * height; at += 1) {
    const r = (red.values[at] ?? 0) * gain;
    const g = (green.values[at] ?? 0) * gain;
    const b = (blue.values[at] ?? 0) * gain;
    const lab = labOf(r, g, b);
    small.lightness.values[at] = lab.lightness;
    small.a.values[at] = lab.a;
    small.b.values[at] = lab.b;
  }
  return small;
}

function averaged({ data, ...size }: Picture, width: number, height: number): [Plane, Plane, Plane] {
  const planes: [Plane, Plane, Plane] = [
    newPlane(width, height),
    newPlane(width, height),
    newPlane(width, height),
  ];
  for (let row = 0; row < height; row += 1) {
    const [top, bottom] = cellRange(row, height, size.height);
    for (let column = 0; column < width; column += 1) {
      const [left, right] = cellRange(column, width, size.width);
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let y = top; y < bottom; y += 1) {
        for (let at = (y * size.width + left) * 4, end = at + (right - left) * 4; at < end; at += 4) {
          red += LINEAR[data[at] ?? 0] ?? 0;
          green += LINEAR[data[at + 1] ?? 0] ?? 0;
          blue += LINEAR[data[at + 2] ?? 0] ?? 0;
        }
      }
      const share = 1 / ((bottom - top) * (right - left));
      const at = row * width + column;
      planes[0].values[at] = red * share;
      planes[1].values[at] = green * share;
      planes[2].values[at] = blue * share;
    }
  }
  return planes;
}

function gainOf(red: Plane, green: Plane, blue: Plane): number {
  const histogram = new Uint32Array(HISTOGRAM);
  const count = red.values.length;
  for (let at = 0; at < count; at += 1) {
    const light = luminance(red.values[at] ?? 0, green.values[at] ?? 0, blue.values[at] ?? 0);
    const bin = Math.min(HISTOGRAM - 1, Math.floor(light * HISTOGRAM));
    histogram[bin] = (histogram[bin] ?? 0) + 1;
  }
  let bin = HISTOGRAM - 1;
  let above = histogram[bin] ?? 0;
  while (bin > 0 && above < count * BRIGHT_SHARE) {
    bin -= 1;
    above += histogram[bin] ?? 0;
  }
  return Math.min(GAIN.most, Math.max(GAIN.least, (BRIGHT_LUMINANCE * HISTOGRAM) / (bin + 1)));
}

/** CIE L*a*b* of linear sRGB under D65 (IEC 61966-2-1, CIE 15). */
export function labOf(red: number, green: number, blue: number): { lightness: number; a: number; b: number } {
  const x = labCurve((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047);
  const y = labCurve(luminance(red, green, blue));
  const z = labCurve((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883);
  // Black comes out a little below 0, by rounding.
  return { lightness: Math.max(0, 116 * y - 16), a: 500 * (x - y), b: 200 * (y - z) };
}

const CURVE_STEPS = 4096;
const CURVE = Float32Array.from({ length: CURVE_STEPS + 1 }, (_, step) => {
  const value = step / CURVE_STEPS;
  return value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116;
});

function labCurve(value: number): number {
  return CURVE[Math.min(CURVE_STEPS, Math.max(0, Math.floor(value * CURVE_STEPS)))] ?? 0;
}
