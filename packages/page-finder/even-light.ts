import { between, FRACTION_BITS, type StartRowEvener, startRowEvener } from './even-rows.ts';
import { type Colours, mapColours, type PaperLight } from './paper-light.ts';
import { LINEAR, luminance, type Picture, srgbByte } from './picture.ts';
import type { Plane } from './plane.ts';

/** How strongly the light is evened: 0 as photographed, 1 even, 2 ink on white. */
export const LIGHT = { none: 0, even: 1, ink: 2 } as const;

/** Linear luminance that paper is given at `LIGHT.even` (L* 96) and at `LIGHT.ink`. */
const WHITE = { even: 0.905, ink: 0.985 };
/** Share of the paper's tint (largest colour over least) that stays. Up to `lent` a lamp or the sky may cause it; from `whole` on all stays at `LIGHT.even`. */
const KEPT_TINT = { even: 0.6, ink: 0.15, lent: 1.42, whole: 1.7 };
/** Added at `LIGHT.ink`: to the exponent of reflectance, which darkens strokes, and to its gain, which hides the paper's grain. */
const INK = { exponent: 0.7, gain: 0.1 };

/** Reflectance at which the tables end. Paper has 1, but in a glint it is brighter than the estimated light. */
const MOST_REFLECTANCE = 1.5;
/** Entries of a table for each doubling of reflectance: finer than a byte can show. */
const STEPS = 256;
/** Halvings of light below 1 that the tables cover; less light is black. */
const HALVINGS = 26;
/** Keeps logarithms and quotients finite: a third of the least light of a byte that is not 0. */
const LEAST_LIGHT = 1e-4;

const OCTAVE = STEPS << FRACTION_BITS;

/** To the base 2, as a whole number of 1 / `OCTAVE`. */
function logarithm(light: number): number {
  return Math.round(Math.log2(light) * OCTAVE);
}

/** The logarithm of each byte's light above 2 ** -`HALVINGS`; at least one entry, as light of a little over 1 lowers it. */
const LOGARITHMS = Int32Array.from(LINEAR, (light) =>
  Math.max(1 << FRACTION_BITS, logarithm(light * 2 ** HALVINGS)),
);

/**
 * Divides a page by the light on it, in linear light, since a photo is reflectance times light. Ink keeps its ratio to
 * the paper; the paper becomes bright and keeps its hue.
 * @param light 0 to 2, see `LIGHT`
 * @param start the pixel loop, in JavaScript or WebAssembly
 * @returns the same picture, changed in place
 */
export function evenLight(
  picture: Picture,
  paper: PaperLight,
  light: number,
  start: StartRowEvener = startRowEvener,
): Picture {
  if (light <= LIGHT.none) return picture;
  const white = whiteOf(paper.tone, Math.max(0, light - LIGHT.even));
  const tables = mapColours(white, (target) => tableOf(target, Math.max(0, light - LIGHT.even)));
  const mix = light < LIGHT.even ? mixTable(light) : null;
  const { width, height } = picture;
  const [{ width: columns, height: rows }] = paper.light;
  const cells = gainsOfCells(paper.light);
  const across = placesBetween(columns, width);
  const down = placesBetween(rows, height);
  /** gains of each pixel of a row at the cells above it, and at those below */
  let upper = new Int32Array(3 * width);
  let lower = fillGains(new Int32Array(3 * width), cells.subarray(0, 3 * columns), across);
  const evener = start(picture, { logarithms: LOGARITHMS, tables, mix });
  let row = -1;
  for (let y = 0; y < height; y += 1) {
    if (down.cell[y] !== row) {
      row = down.cell[y] ?? 0;
      [upper, lower] = [lower, upper];
      fillGains(lower, cells.subarray(3 * columns * (row + 1), 3 * columns * (row + 2)), across);
      evener.setGains(upper, lower);
    }
    evener.evenRow(y, down.share[y] ?? 0);
  }
  return picture;
}

/** Logarithms of numbers from 1 to 2, by the upper 10 bits of the fraction of a 32-bit float. */
const FRACTIONS = 1024;
const LOGARITHM_OF_FRACTION = Int32Array.from({ length: FRACTIONS }, (_, index) =>
  logarithm(1 + (index + 0.5) / FRACTIONS),
);

/** Negative logarithms of the light, three colours a cell: the logarithm of a byte's light plus one is that of its reflectance. */
function gainsOfCells(light: Colours<Plane>): Int32Array {
  const gains = new Int32Array(3 * light[0].values.length);
  for (const [channel, { values }] of light.entries()) addGains(values, gains, channel);
  return gains;
}

function addGains(light: Float32Array, gains: Int32Array, channel: number): void {
  // The bits of a float: eight of the exponent, plus 127, and 23 of the fraction (IEEE 754). Several times as fast as Math.log2.
  const bits = new Int32Array(light.map((value) => value + LEAST_LIGHT).buffer);
  for (let cell = 0, to = channel; cell < bits.length; cell += 1, to += 3) {
    const number = bits[cell] ?? 0;
    const exponent = (number >> 23) - 127;
    gains[to] = -(exponent * OCTAVE + (LOGARITHM_OF_FRACTION[(number >> 13) & (FRACTIONS - 1)] ?? 0));
  }
}

/** For each pixel of a row or column: the cell whose centre is before it, and how far it is to the next centre, in 256ths. */
interface Places {
  cell: Int32Array;
  share: Int32Array;
}

function placesBetween(cells: number, length: number): Places {
  const places = { cell: new Int32Array(length), share: new Int32Array(length) };
  for (let at = 0; at < length; at += 1) {
    const place = Math.min(cells - 1.001, Math.max(0, ((at + 0.5) * cells) / length - 0.5));
    places.cell[at] = place;
    places.share[at] = (place % 1) * 256;
  }
  return places;
}

function fillGains(
  gains: Int32Array<ArrayBuffer>,
  cells: Int32Array,
  { cell, share }: Places,
): Int32Array<ArrayBuffer> {
  for (let x = 0, to = 0; x < cell.length; x += 1, to += 3) {
    const left = 3 * (cell[x] ?? 0);
    const weight = share[x] ?? 0;
    gains[to] = between(cells[left] ?? 0, cells[left + 3] ?? 0, weight);
    gains[to + 1] = between(cells[left + 1] ?? 0, cells[left + 4] ?? 0, weight);
    gains[to + 2] = between(cells[left + 2] ?? 0, cells[left + 5] ?? 0, weight);
  }
  return gains;
}

/** Bytes mixed in linear light, at 256 times the first plus the second. @param strength weight of the second, 0 to 1 */
function mixTable(strength: number): Uint8Array {
  return Uint8Array.from({ length: 256 * 256 }, (_, pair) => {
    const light = LINEAR[pair >> 8] ?? 0;
    return srgbByte(light + ((LINEAR[pair & 0xff] ?? 0) - light) * strength);
  });
}

/** The colour that paper is given: bright, with part of its tint. @param ink 0 to 1, from `LIGHT.even` to `LIGHT.ink` */
function whiteOf(tone: Colours<number>, ink: number): Colours<number> {
  const { lent, whole } = KEPT_TINT;
  const tint = Math.max(...tone) / Math.max(LEAST_LIGHT, Math.min(...tone));
  const certainty = Math.min(1, Math.max(0, (tint - lent) / (whole - lent)));
  const even = KEPT_TINT.even + (1 - KEPT_TINT.even) * certainty;
  const kept = even + (KEPT_TINT.ink - even) * ink;
  const bright = luminance(...tone);
  const tinted = mapColours(tone, (value) => Math.max(0.2, 1 + (value / bright - 1) * kept));
  const white = WHITE.even + (WHITE.ink - WHITE.even) * ink;
  const scale = white / luminance(...tinted);
  const most = Math.max(...tinted) * scale;
  return mapColours(tinted, (value) => value * scale * Math.min(1, 0.995 / most));
}

/** The byte for each reflectance. Above that of paper it approaches 255, so that highlights are not clipped. */
function tableOf(target: number, ink: number): Uint8Array {
  // Above 1, as many doublings as division by `LEAST_LIGHT` can add.
  const table = new Uint8Array(STEPS * (HALVINGS - Math.floor(Math.log2(LEAST_LIGHT))));
  const end = Math.ceil(STEPS * (HALVINGS + Math.log2(MOST_REFLECTANCE)));
  // Entries below stay 0, which is black.
  for (let step = STEPS * (HALVINGS - 13); step <= end; step += 1) {
    const reflectance = 2 ** (step / STEPS - HALVINGS) * (1 + INK.gain * ink);
    const value = Math.min(MOST_REFLECTANCE, reflectance) ** (1 + INK.exponent * ink) * target;
    const over = (value - target) / (1 - target + 1e-3);
    table[step] = srgbByte(over <= 0 ? value : target + (1 - target) * (1 - Math.exp(-over)));
  }
  return table.fill(table[end] ?? 0, end);
}
