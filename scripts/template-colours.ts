/** Red, green and blue, 0 to 255. */
export type Rgb = [number, number, number];

const linear = (channel: number) => {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
};
const encoded = (part: number) =>
  255 * (part <= 0.0031308 ? part * 12.92 : 1.055 * Math.max(part, 0) ** (1 / 2.4) - 0.055);
const clamped = (colour: number[]) => colour.map((channel) => Math.min(255, Math.max(0, channel))) as Rgb;

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(one: Rgb, other: Rgb): number {
  const luminance = ([r, g, b]: Rgb) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Every colour turned round, and its hue turned back (CSS `invert(1) hue-rotate(180deg)`). */
export function inverted(colour: Rgb): Rgb {
  const [r, g, b] = colour.map((channel) => 255 - channel) as Rgb;
  return clamped([
    -0.574 * r + 1.43 * g + 0.144 * b,
    0.426 * r + 0.43 * g + 0.144 * b,
    0.426 * r + 1.43 * g - 0.856 * b,
  ]);
}

/** sRGB and CIELAB of D65. */
const TO_XYZ = [
  [0.4124, 0.3576, 0.1805],
  [0.2126, 0.7152, 0.0722],
  [0.0193, 0.1192, 0.9505],
] as const;
const FROM_XYZ = [
  [3.2406, -1.5372, -0.4986],
  [-0.9689, 1.8758, 0.0415],
  [0.0557, -0.204, 1.057],
] as const;
const WHITE = [0.9505, 1, 1.089] as const;
type Matrix = readonly (readonly [number, number, number])[];
const times = (matrix: Matrix, [x = 0, y = 0, z = 0]: number[]) =>
  matrix.map(([a, b, c]) => a * x + b * y + c * z);

function withInvertedLightness(colour: Rgb): Rgb {
  const root = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const cube = (t: number) => (t > 0.2069 ? t ** 3 : (t - 16 / 116) / 7.787);
  const [x = 0, y = 0, z = 0] = times(TO_XYZ, colour.map(linear)).map((part, index) =>
    root(part / (WHITE[index] ?? 1)),
  );
  const lightness = Math.min(110 - (116 * y - 16), 100);
  const level = (lightness + 16) / 116;
  const xyz = [level + x - y, level, level + z - y].map((part, index) => cube(part) * (WHITE[index] ?? 1));
  return clamped(times(FROM_XYZ, xyz).map(encoded));
}

/**
 * What Chromium's forced dark, which WebViews of mail programs use, makes of a colour (Blink,
 * `dark_mode_filter.cc`): text darker than 150 and backgrounds lighter than 205 are inverted; the rest stays.
 */
export function forcedDark(colour: Rgb, of: 'text' | 'wall'): Rgb {
  const [r, g, b] = colour;
  const brightness = (r * 299 + g * 587 + b * 114) / 1000;
  return (of === 'text' ? brightness < 150 : brightness > 205) ? withInvertedLightness(colour) : colour;
}
