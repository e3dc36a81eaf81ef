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
  const columns = columnsOf(width, paper.light[0].width);
  for (let y = 0; y < height; y += 1) {
    for (const [channel, plane] of paper.light.entries()) {
      const table = tables[channel];
      if (!table) continue;
      const gains = gainsOfRow(plane, y, height);
      for (let x = 0, at = y * width * 4 + channel; x < width; x += 1, at += 4) {
        const cell = columns.cell[x] ?? 0;
        const first = gains[cell] ?? 0;
        const gain = first + ((gains[cell + 1] ?? 0) - first) * (columns.share[x] ?? 0);
        const linear = LINEAR[data[at] ?? 0] ?? 0;
        const step = Math.min(STEPS, linear * gain) | 0;
        if (strength === 1) data[at] = table.bytes[step] ?? 0;
        else data[at] = srgbByte(linear + ((table.linear[step] ?? 0) - linear) * strength);
      }
    }
  }
  return picture;
}

/** Between which cells each column lies, and how far behind the first. */
function columnsOf(width: number, cells: number) {
  const cell = new Uint16Array(width);
  const share = new Float32Array(width);
  for (let x = 0; x < width; x += 1) {
    const place = Math.min(cells - 1.001, Math.max(0, ((x + 0.5) * cells) / width - 0.5));
    cell[x] = place;
    share[x] = place - Math.floor(place);
  }
  return { cell, share };
}

/** For each cell of the grid in a row of pixels, steps of the table for linear light of 1. */
function gainsOfRow(plane: Plane, y: number, height: number): Float32Array {
  const place = Math.min(plane.height - 1.001, Math.max(0, ((y + 0.5) * plane.height) / height - 0.5));
  const row = Math.floor(place);
  const share = place - row;
  const gains = new Float32Array(plane.width);
  for (let cell = 0; cell < plane.width; cell += 1) {
    const upper = plane.values[row * plane.width + cell] ?? 0;
    const lower = plane.values[(row + 1) * plane.width + cell] ?? 0;
    gains[cell] = STEPS / MOST_REFLECTANCE / (upper * (1 - share) + lower * share + 1e-4);
  }
  return gains;
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
