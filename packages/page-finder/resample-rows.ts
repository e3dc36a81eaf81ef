import { bytesPerPixel, type Picture } from './picture.ts';

/** A row of the page in the photo: pixel 0 is at row `numer / denom`, from `first`. The steps are added from pixel to pixel. */
export interface RowOfPhoto {
  numer: number;
  denom: number;
  numerStep: number;
  denomStep: number;
}

/** Where a row of the page is written, and which rows of the photo are held. */
interface Line {
  /** the photo's row in slot 0, counted from `first`, and the number of rows from `first` on that may be read */
  base: number;
  count: number;
  /** index of the row's first pixel in the page, and the step to the next pixel */
  start: number;
  step: number;
}

interface Columns {
  /** where each column of the page is in the next row of the photo, and its change from row to row; 1 / `FRACTION` pixel */
  positions: Int32Array;
  lean: Int32Array;
  /** most rows of the photo that are held at once */
  held: number;
  /** the page, written to; as many bytes a pixel as the photo */
  data: Uint8ClampedArray;
}

/** The pixel loops of straightening: along rows of the photo, then along columns of the page. */
interface Resampling {
  /** Moves `kept` held rows from `slot` on to the first slots; the others are lost. */
  forget(slot: number, kept: number): void;
  /** Resamples the photo's next row at the page's columns into a slot, and moves the columns on to the row after it. */
  readRow(row: number, slot: number): void;
  writeRow(rows: RowOfPhoto, line: Line): void;
}

export type StartResampling = (photo: Picture, columns: Columns) => Resampling;

/** In JavaScript; the server's WebAssembly gives the same bytes. */
export const startResampling: StartResampling = (photo, { positions, lean, held, data }) => {
  const width = positions.length;
  const stride = bytesPerPixel(photo);
  const packedRow = new Float64Array(photo.width);
  const across = new Float64Array(width * held);
  return {
    forget: (slot, kept) => across.copyWithin(0, slot * width, (slot + kept) * width),
    readRow: (row, slot) => {
      packRow(photo, row, packedRow);
      readAcross(packedRow, { positions, lean }, across, slot * width);
    },
    writeRow: (rows, { base, count, start, step }) =>
      readDown({ across, base, count, data, start: start * stride, step: step * stride }, rows, width),
  };
};

function packRow(photo: Picture, row: number, packedRow: Float64Array): void {
  const stride = bytesPerPixel(photo);
  const { data } = photo;
  for (let x = 0, at = row * photo.width * stride; x < packedRow.length; x += 1, at += stride) {
    packedRow[x] = packed(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
  }
}

function readAcross(
  packedRow: Float64Array,
  { positions, lean }: { positions: Int32Array; lean: Int32Array },
  across: Float64Array,
  to: number,
): void {
  const last = (packedRow.length - 2) * FRACTION - 1;
  for (let x = 0; x < positions.length; x += 1) {
    let position = positions[x] ?? 0;
    positions[x] = position + (lean[x] ?? 0);
    // Four pixels are needed around each position, so one at the border is moved inwards.
    if (position < FRACTION || position > last) position = position < FRACTION ? FRACTION : last;
    const at = position >> FRACTION_BITS;
    const phase = (position >> PHASE_SHIFT) & PHASE_MASK;
    const sum =
      (packedRow[at - 1] ?? 0) * (WEIGHTS[phase] ?? 0) +
      (packedRow[at] ?? 0) * (WEIGHTS[phase + 1] ?? 0) +
      (packedRow[at + 1] ?? 0) * (WEIGHTS[phase + 2] ?? 0) +
      (packedRow[at + 2] ?? 0) * (WEIGHTS[phase + 3] ?? 0) +
      RAISED;
    const high = (sum * TO_HIGH) | 0;
    across[to + x] = packed((sum >>> 8) & 511, high & 511, high >>> COLOUR_BITS);
  }
}

interface Down extends Line {
  across: Float64Array;
  data: Uint8ClampedArray;
}

/** Writes a row of the page. The loop is a function of its own, which a new thread compiles after a few rows. */
function readDown({ across, base, count, data, start, step }: Down, rows: RowOfPhoto, width: number): void {
  const last = (count - 2) * FRACTION - 1;
  let { numer, denom } = rows;
  for (let x = 0, to = start; x < width; x += 1, to += step) {
    let position = ((numer / denom) * FRACTION) | 0;
    numer += rows.numerStep;
    denom += rows.denomStep;
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

/** Binary places of a position, which is a fraction of a pixel. */
const FRACTION_BITS = 16;
export const FRACTION = 1 << FRACTION_BITS;
/** Positions between two pixels that have weights of their own: finer than a byte can show. */
const PHASES = 256;
/** `(position >> PHASE_SHIFT) & PHASE_MASK` is the index of the first of a position's four weights. */
const PHASE_SHIFT = FRACTION_BITS - 8 - 2;
const PHASE_MASK = 4 * PHASES - 4;
/** Sum of four weights. */
const WHOLE = 256;

/** Weights of four adjacent pixels for a position between the middle two, four for each phase. */
export const WEIGHTS = Float64Array.from({ length: 4 * PHASES }, (_, index) => {
  const t = (Math.floor(index / 4) + 0.5) / PHASES;
  const outer = Math.round(WHOLE * t * (-0.5 + t * (1 - 0.5 * t)));
  const last = Math.round(WHOLE * t * t * (0.5 * t - 0.5));
  const third = Math.round(WHOLE * t * (0.5 + t * (2 - 1.5 * t)));
  return [outer, WHOLE - outer - third - last, third, last][index % 4] ?? 0;
});

/**
 * A pixel's three colours are packed into one number, so that one multiplication weights all of them. A colour times
 * `WHOLE` takes 17 bits, and all three 51, which a number holds exactly.
 */
const COLOUR_BITS = 17;
const BLUE = 2 ** (2 * COLOUR_BITS);
/** Multiplied by this, a sum has green and blue, divided by `WHOLE`, in its lowest bits. */
const TO_HIGH = 2 ** -(COLOUR_BITS + 8);

/** Added to each colour in both passes, so that none becomes negative: together they undershoot 0 by 72 at most. */
const OFFSET = 48;
/** `OFFSET`, and a half for rounding, times `WHOLE`, in each colour. */
const RAISED = (OFFSET * WHOLE + WHOLE / 2) * (1 + 2 ** COLOUR_BITS + BLUE);

function packed(red: number, green: number, blue: number): number {
  return (red | (green << COLOUR_BITS)) + blue * BLUE;
}
