import { type Colours, mapColours, type PaperLight } from './paper-light.ts';
import { LINEAR, luminance, type Picture, packedPixels, srgbByte } from './picture.ts';
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
  const white = whiteOf(paper.tone, Math.max(0, light - LIGHT.even));
  const tables = mapColours(white, (target) => tableOf(target, Math.max(0, light - LIGHT.even)));
  const pixels = packedPixels(picture);
  const { width, height } = picture;
  const mix = light < LIGHT.even ? mixTable(light) : null;
  const before = new Int32Array(mix ? width : 0);
  const gains = mapColours(paper.light, (plane) => new Float32Array(plane.width));
  const runs = runsBetween(paper.light[0].width, width);
  for (let y = 0; y < height; y += 1) {
    for (const [channel, plane] of paper.light.entries()) {
      const cells = gains[channel];
      if (cells) fillGains(cells, plane, y, height);
    }
    const row = pixels.subarray(y * width, (y + 1) * width);
    if (mix) before.set(row);
    evenRow(row, { runs, gains, tables });
    if (mix) mixRow(row, before, mix);
  }
  return picture;
}

/** Pixels of a row between the middles of two cells, and outside of the first and the last. */
interface Run {
  from: number;
  to: number;
  /** cell whose middle they follow, and the next */
  cell: number;
  next: number;
  /** share of the way to the next cell's middle at the first pixel, and from pixel to pixel */
  begin: number;
  step: number;
}

function runsBetween(cells: number, length: number): Run[] {
  const step = cells / length;
  return Array.from({ length: cells + 1 }, (_, index) => {
    const middle = (index - 0.5) / step - 0.5;
    const from = Math.max(0, Math.ceil(middle));
    const to = index === cells ? length : Math.min(length, Math.ceil(middle + 1 / step));
    const [cell, next] = [Math.max(0, index - 1), Math.min(cells - 1, index)];
    return { from, to, cell, next, begin: (from - middle) * step, step };
  });
}

interface EvenRow {
  runs: readonly Run[];
  /** of each cell */
  gains: Colours<Float32Array>;
  /** bytes of light by the steps of reflectance */
  tables: Colours<Uint8Array>;
}

function evenRow(pixels: Int32Array, { runs, gains, tables }: EvenRow): void {
  const [reds, greens, blues] = gains;
  const [redBytes, greenBytes, blueBytes] = tables;
  for (const { from, to, cell, next, begin, step } of runs) {
    const redRise = (reds[next] ?? 0) - (reds[cell] ?? 0);
    const greenRise = (greens[next] ?? 0) - (greens[cell] ?? 0);
    const blueRise = (blues[next] ?? 0) - (blues[cell] ?? 0);
    let red = (reds[cell] ?? 0) + redRise * begin;
    let green = (greens[cell] ?? 0) + greenRise * begin;
    let blue = (blues[cell] ?? 0) + blueRise * begin;
    for (let at = from; at < to; at += 1) {
      const pixel = pixels[at] ?? 0;
      pixels[at] =
        (redBytes[stepOf(pixel & 0xff, red)] ?? 0) |
        ((greenBytes[stepOf((pixel >> 8) & 0xff, green)] ?? 0) << 8) |
        ((blueBytes[stepOf((pixel >> 16) & 0xff, blue)] ?? 0) << 16) |
        0xff000000;
      red += redRise * step;
      green += greenRise * step;
      blue += blueRise * step;
    }
  }
}

/** @param gain steps of the table for linear light of 1 */
function stepOf(byte: number, gain: number): number {
  const place = (LINEAR[byte] ?? 0) * gain;
  return place < STEPS ? place | 0 : STEPS;
}

/** The bytes of light part of the way from one to another, by 256 times the one and the other. @param strength 0 to 1 */
function mixTable(strength: number): Uint8Array {
  return Uint8Array.from({ length: 256 * 256 }, (_, pair) => {
    const light = LINEAR[pair >> 8] ?? 0;
    return srgbByte(light + ((LINEAR[pair & 0xff] ?? 0) - light) * strength);
  });
}

function mixRow(pixels: Int32Array, before: Int32Array, mix: Uint8Array): void {
  for (let at = 0; at < pixels.length; at += 1) {
    const [from, to] = [before[at] ?? 0, pixels[at] ?? 0];
    pixels[at] =
      (mix[((from & 0xff) << 8) | (to & 0xff)] ?? 0) |
      ((mix[(from & 0xff00) | ((to >> 8) & 0xff)] ?? 0) << 8) |
      ((mix[((from >> 8) & 0xff00) | ((to >> 16) & 0xff)] ?? 0) << 16) |
      0xff000000;
  }
}

/** Calculates for each cell of a row of pixels the steps of the table for linear light of 1. */
function fillGains(gains: Float32Array, plane: Plane, y: number, height: number): void {
  const place = Math.min(plane.height - 1.001, Math.max(0, ((y + 0.5) * plane.height) / height - 0.5));
  const row = Math.floor(place);
  const share = place - row;
  const upper = row * plane.width;
  for (let cell = 0; cell < plane.width; cell += 1) {
    const light =
      (plane.values[upper + cell] ?? 0) * (1 - share) +
      (plane.values[upper + plane.width + cell] ?? 0) * share;
    gains[cell] = STEPS / MOST_REFLECTANCE / (light + 1e-4);
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
function tableOf(target: number, ink: number): Uint8Array {
  return Uint8Array.from({ length: STEPS + 1 }, (_, step) => {
    const reflectance = (step * MOST_REFLECTANCE * (1 + INK.gain * ink)) / STEPS;
    const value = Math.min(MOST_REFLECTANCE, reflectance) ** (1 + INK.exponent * ink) * target;
    const over = (value - target) / (1 - target + 1e-3);
    return srgbByte(over <= 0 ? value : target + (1 - target) * (1 - Math.exp(-over)));
  });
}
