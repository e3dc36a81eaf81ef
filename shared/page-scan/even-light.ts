import { type Colours, mapColours, type PaperLight } from './paper-light.ts';
import { LINEAR, luminance, type Picture, srgbByte } from './picture.ts';
import type { Plane } from './plane.ts';

/** How much light is evened: 0 as photographed, 1 even, 2 ink on white. */
export const LIGHT = { none: 0, even: 1, ink: 2 } as const;

/** Luminance of even paper, linear (L* 96), and of paper under ink on white. */
const WHITE = { even: 0.905, ink: 0.985 };
/** Share of the paper's own colour that stays. */
const OWN_COLOUR = { even: 0.6, ink: 0.15 };
/** Exponent that makes strokes darker to their paper, and a gain that makes its grain vanish. */
const INK = { exponent: 0.7, gain: 0.1 };

/** Steps of the tables, and the reflectance (1 is paper) at which they end: paper in a glint is brighter than its light. */
const STEPS = 8192;
const MOST_REFLECTANCE = 1.5;

/**
 * Divides the light out of a page, in linear light: a photo is reflectance times light. Ink keeps its proportion to its
 * paper, the paper becomes light and keeps its hue.
 * @param light 0 to 2, see `LIGHT`
 * @returns the picture itself, changed
 */
export function evenLight(picture: Picture, paper: PaperLight, light: number): Picture {
  if (light <= LIGHT.none) return picture;
  const strength = Math.min(1, light);
  const white = whiteOf(paper.tone, Math.max(0, light - LIGHT.even));
  const tables = mapColours(white, (target) => tableOf(target, Math.max(0, light - LIGHT.even)));
  const { data, width, height } = picture;
  const gains = new Float32Array(width);
  for (let y = 0; y < height; y += 1) {
    for (const [channel, plane] of paper.light.entries()) {
      const table = tables[channel];
      if (!table) continue;
      fillGains(gains, plane, y, height);
      if (strength === 1) applyBytes(data, y * width * 4 + channel, gains, table.bytes);
      else applyPartly(data, y * width * 4 + channel, gains, table.linear, strength);
    }
  }
  return picture;
}

function applyBytes(data: Uint8ClampedArray, start: number, gains: Float32Array, bytes: Uint8Array): void {
  for (let x = 0, at = start; x < gains.length; x += 1, at += 4) {
    const step = (LINEAR[data[at] ?? 0] ?? 0) * (gains[x] ?? 0);
    data[at] = bytes[step < STEPS ? step | 0 : STEPS] ?? 0;
  }
}

function applyPartly(
  data: Uint8ClampedArray,
  start: number,
  gains: Float32Array,
  linear: Float32Array,
  strength: number,
): void {
  for (let x = 0, at = start; x < gains.length; x += 1, at += 4) {
    const light = LINEAR[data[at] ?? 0] ?? 0;
    const step = Math.min(STEPS, light * (gains[x] ?? 0)) | 0;
    data[at] = srgbByte(light + ((linear[step] ?? 0) - light) * strength);
  }
}

/** Calculates for each pixel of a row the steps of the table for linear light of 1, between the cells of the grid. */
function fillGains(gains: Float32Array, plane: Plane, y: number, height: number): void {
  const place = Math.min(plane.height - 1.001, Math.max(0, ((y + 0.5) * plane.height) / height - 0.5));
  const row = Math.floor(place);
  const share = place - row;
  const gainAt = (cell: number) => {
    const upper = plane.values[row * plane.width + cell] ?? 0;
    const lower = plane.values[(row + 1) * plane.width + cell] ?? 0;
    return STEPS / MOST_REFLECTANCE / (upper * (1 - share) + lower * share + 1e-4);
  };
  const pixels = gains.length / plane.width;
  let x = 0;
  for (let cell = 0; cell < plane.width - 1; cell += 1) {
    const first = gainAt(cell);
    const rise = (gainAt(cell + 1) - first) / pixels;
    // Up to the middle of the next cell; before the first cell's middle and behind the last one's it stays.
    const middle = (cell + 0.5) * pixels - 0.5;
    const end = cell === plane.width - 2 ? gains.length : Math.min(gains.length, middle + pixels);
    for (; x < end; x += 1) gains[x] = first + rise * Math.min(pixels, Math.max(0, x - middle));
  }
}

/** The colour that paper becomes: bright, with a share of its own hue. @param ink 0 to 1 */
function whiteOf(tone: Colours<number>, ink: number): Colours<number> {
  const own = OWN_COLOUR.even + (OWN_COLOUR.ink - OWN_COLOUR.even) * ink;
  const bright = luminance(...tone);
  const tinted = mapColours(tone, (value) => Math.max(0.2, 1 + (value / bright - 1) * own));
  const white = WHITE.even + (WHITE.ink - WHITE.even) * ink;
  const scale = white / luminance(...tinted);
  const most = Math.max(...tinted) * scale;
  return mapColours(tinted, (value) => value * scale * Math.min(1, 0.995 / most));
}

/** What becomes of each reflectance; above that of paper it approaches full light, so that nothing is cut off. */
function tableOf(target: number, ink: number): { linear: Float32Array; bytes: Uint8Array } {
  const linear = Float32Array.from({ length: STEPS + 1 }, (_, step) => {
    const reflectance = (step * MOST_REFLECTANCE * (1 + INK.gain * ink)) / STEPS;
    const value = Math.min(MOST_REFLECTANCE, reflectance) ** (1 + INK.exponent * ink) * target;
    if (value <= target) return value;
    return target + (1 - target) * (1 - Math.exp(-(value - target) / (1 - target + 1e-3)));
  });
  return { linear, bytes: Uint8Array.from(linear, srgbByte) };
}
