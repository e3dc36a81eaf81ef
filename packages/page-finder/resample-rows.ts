import { bytesPerPixel, type Picture } from './picture.ts';

/** The photo's row, counted from `first`, at the page's pixel 0 of a row is `above / below`; both rise from pixel to pixel. */
export interface RowOfPhoto {
  above: number;
  below: number;
  aboveRise: number;
  belowRise: number;
}

/** A row of the page that is written, and what of the photo is held for it. */
interface Line {
  /** the photo's row, counted from the first, that is held in slot 0; and how many rows there are */
  base: number;
  most: number;
  /** the row's first pixel in the page, and the pixels from one to the next */
  start: number;
  step: number;
}

interface Columns {
  /** where each column of the page is in the next row of the photo, and how far it leans to the right from row to row; `FRACTION`s of a pixel */
  positions: Int32Array;
  lean: Int32Array;
  /** rows of the photo that are held at most */
  held: number;
  /** the page, as many bytes a pixel as the photo */
  data: Uint8ClampedArray;
}

/** The two loops over pixels of a page that is straightened. */
interface Resampling {
  /** Keeps `kept` of the rows that are held, from slot `slot` on, which become the first. */
  forget(slot: number, kept: number): void;
  /** Reads the photo's next row with the page's columns into a slot. */
  readRow(row: number, slot: number): void;
  writeRow(rows: RowOfPhoto, line: Line): void;
}

export type StartResampling = (photo: Picture, columns: Columns) => Resampling;

/** In JavaScript; the server has the same to the byte in WebAssembly. */
export const startResampling: StartResampling = (photo, { positions, lean, held, data }) => {
  const width = positions.length;
  const stride = bytesPerPixel(photo);
  const line = new Float64Array(photo.width);
  const across = new Float64Array(width * held);
  return {
    forget: (slot, kept) => across.copyWithin(0, slot * width, (slot + kept) * width),
    readRow: (row, slot) => {
      joinRow(photo, row, line);
      readAcross(line, { positions, lean }, across, slot * width);
    },
    writeRow: (rows, { base, most, start, step }) =>
      readDown({ across, base, most, data, start: start * stride, step: step * stride }, rows, width),
  };
};

function joinRow(photo: Picture, row: number, line: Float64Array): void {
  const stride = bytesPerPixel(photo);
  const { data } = photo;
  for (let x = 0, at = row * photo.width * stride; x < line.length; x += 1, at += stride) {
    line[x] = joined(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
  }
}

function readAcross(
  line: Float64Array,
  { positions, lean }: { positions: Int32Array; lean: Int32Array },
  across: Float64Array,
  to: number,
): void {
  const most = (line.length - 2) * FRACTION - 1;
  for (let x = 0; x < positions.length; x += 1) {
    let position = positions[x] ?? 0;
    positions[x] = position + (lean[x] ?? 0);
    // The border's own pixels are read as their neighbours: four are needed around each position.
    if (position < FRACTION || position > most) position = position < FRACTION ? FRACTION : most;
    const at = position >> FRACTION_BITS;
    const phase = (position >> PHASE_SHIFT) & PHASE_MASK;
    const sum =
      (line[at - 1] ?? 0) * (WEIGHTS[phase] ?? 0) +
      (line[at] ?? 0) * (WEIGHTS[phase + 1] ?? 0) +
      (line[at + 1] ?? 0) * (WEIGHTS[phase + 2] ?? 0) +
      (line[at + 2] ?? 0) * (WEIGHTS[phase + 3] ?? 0) +
      RAISED;
    const high = (sum * TO_HIGH) | 0;
    across[to + x] = joined((sum >>> 8) & 511, high & 511, high >>> COLOUR_BITS);
  }
}

interface Down extends Line {
  across: Float64Array;
  data: Uint8ClampedArray;
}

/** Writes a row of the page. A single loop in a function of its own: a thread that is new compiles it after few rows. */
function readDown({ across, base, most, data, start, step }: Down, rows: RowOfPhoto, width: number): void {
  const last = (most - 2) * FRACTION - 1;
  let { above, below } = rows;
  for (let x = 0, to = start; x < width; x += 1, to += step) {
    let position = ((above / below) * FRACTION) | 0;
    above += rows.aboveRise;
    below += rows.belowRise;
    if (position < FRACTION || position > last) position = position < FRACTION ? FRACTION : last;
    const at = ((position >> FRACTION_BITS) - base) * width + x;
    const phase = (position >> PHASE_SHIFT) & PHASE_MASK;
    const sum =
      (across[at - width] ?? 0) * (WEIGHTS[phase] ?? 0) +
      (across[at] ?? 0) * (WEIGHTS[phase + 1] ?? 0) +
      (across[at + width] ?? 0) * (WEIGHTS[phase + 2] ?? 0) +
      (across[at + 2 * width] ?? 0) * (WEIGHTS[phase + 3] ?? 0) +
      RAISED;
    const high = (sum * TO_HIGH) | 0;
    data[to] = ((sum >>> 8) & 511) - 2 * OFFSET;
    data[to + 1] = (high & 511) - 2 * OFFSET;
    data[to + 2] = (high >>> COLOUR_BITS) - 2 * OFFSET;
  }
}

/** Places are whole numbers of these parts of a pixel. */
const FRACTION_BITS = 16;
export const FRACTION = 1 << FRACTION_BITS;
/** Places between two pixels for which weights are calculated: finer than a byte of light can show. */
const PHASES = 256;
/** Takes a position to the first of its four weights. */
const PHASE_SHIFT = FRACTION_BITS - 8 - 2;
const PHASE_MASK = 4 * PHASES - 4;
/** What the weights of four pixels add up to. */
const WHOLE = 256;

/** Weights of four pixels in a row for a position behind the second, four for each phase. */
export const WEIGHTS = Float64Array.from({ length: 4 * PHASES }, (_, index) => {
  const t = (Math.floor(index / 4) + 0.5) / PHASES;
  const outer = Math.round(WHOLE * t * (-0.5 + t * (1 - 0.5 * t)));
  const last = Math.round(WHOLE * t * t * (0.5 * t - 0.5));
  const third = Math.round(WHOLE * t * (0.5 + t * (2 - 1.5 * t)));
  return [outer, WHOLE - outer - third - last, third, last][index % 4] ?? 0;
});

/**
 * A pixel's three colours are the digits of one number, so that one multiplication serves them all: 17 bits each hold a
 * colour times `WHOLE`, and the three of them are 51 bits, which a number holds exactly.
 */
const COLOUR_BITS = 17;
const BLUE = 2 ** (2 * COLOUR_BITS);
/** Brings a mixed number's green and blue, divided by `WHOLE`, to the lowest bits. */
const TO_HIGH = 2 ** -(COLOUR_BITS + 8);

/** Added to each colour in either direction, so that none is ever negative: both together fall short of 0 by 72 at most. */
const OFFSET = 48;
/** `OFFSET`, and a half for rounding, times `WHOLE`, in each colour. */
const RAISED = (OFFSET * WHOLE + WHOLE / 2) * (1 + 2 ** COLOUR_BITS + BLUE);

function joined(red: number, green: number, blue: number): number {
  return (red | (green << COLOUR_BITS)) + blue * BLUE;
}
