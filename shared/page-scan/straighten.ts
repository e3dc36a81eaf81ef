import type { Quad } from './geometry.ts';
import { applied, squareTo } from './homography.ts';
import { bytesPerPixel, type Picture } from './picture.ts';

interface Size {
  width: number;
  height: number;
}

/**
 * The page alone, seen from straight above, read with bicubic convolution (Keys, 1981, a = -0.5), which keeps strokes
 * as sharp as they are. First along the photo's rows, then along its columns (Catmull and Smith, 1980): eight pixels
 * are read for each of the result, where both ways at once take sixteen.
 * @param corners pixels of the photo
 * @param size pixels of the result
 */
export function straighten(photo: Picture, corners: Quad, size: Size): Picture {
  const stride = bytesPerPixel(photo);
  const data = new Uint8ClampedArray(size.width * size.height * stride);
  if (stride === 4) data.fill(255);
  const { quad, ...place } = uprightInPhoto(corners, size);
  const first = Math.max(0, Math.floor(Math.min(...quad.map(({ y }) => y))) - 3);
  const last = Math.min(photo.height, Math.ceil(Math.max(...quad.map(({ y }) => y))) + 3);
  const rows = rowsOfPhoto(quad, { ...place, first });
  const readRow = rowReader(photo, quad, { width: place.width, first });
  const bands = bandsOf({ ...place, most: last - first }, rows);
  /** photo rows `from` to `read`, with the page's columns: those of one band, so that they stay in the processor's cache */
  const across = new Float64Array(place.width * Math.max(...bands.map(({ from, to }) => to - from)));
  let read = 0;
  let base = 0;
  for (const { begin, end, from, to } of bands) {
    across.copyWithin(0, (from - base) * place.width, (read - base) * place.width);
    base = from;
    for (; read < to; read += 1) readRow(across, (read - base) * place.width);
    for (let y = begin; y < end; y += 1) {
      const start = (place.start + y * place.stepDown) * stride;
      const step = place.stepAcross * stride;
      readDown({ across, base, most: last - first, data, start, step }, rows(y), place.width);
    }
  }
  return { data, ...size };
}

/** Where a page that lies sideways in its photo is written: the result's index of its first pixel, and the steps from there. */
interface Place {
  start: number;
  stepAcross: number;
  stepDown: number;
}

/** The same corners from the upper left of the photo, so that rows of the page run nearly along rows of the photo. */
function uprightInPhoto([a, b, c, d]: Quad, { width, height }: Size): Size & Place & { quad: Quad } {
  const right = b.x - a.x + c.x - d.x;
  const down = b.y - a.y + c.y - d.y;
  const end = width * height - 1;
  if (Math.abs(right) >= Math.abs(down)) {
    return right >= 0
      ? { quad: [a, b, c, d], width, height, start: 0, stepAcross: 1, stepDown: width }
      : { quad: [c, d, a, b], width, height, start: end, stepAcross: -1, stepDown: -width };
  }
  const turned = { width: height, height: width };
  return down > 0
    ? { quad: [d, a, b, c], ...turned, start: end - width + 1, stepAcross: -width, stepDown: 1 }
    : { quad: [b, c, d, a], ...turned, start: width - 1, stepAcross: width, stepDown: -1 };
}

/** Rows of the page that are written one after the other, and the rows of the photo that are read for them, counted from `first`. */
interface Band {
  begin: number;
  end: number;
  from: number;
  to: number;
}

/** Rows of the page in a band. */
const BAND = 64;

/** The photo's row, counted from `first`, at the page's pixel 0 of a row is `above / below`; both rise from pixel to pixel. */
interface RowOfPhoto {
  above: number;
  below: number;
  aboveRise: number;
  belowRise: number;
}

function rowsOfPhoto(
  quad: Quad,
  { width, height, first }: Size & { first: number },
): (y: number) => RowOfPhoto {
  const [, , , d, e, f, g, h] = squareTo(quad);
  // Middles of pixels: half a pixel is taken off the photo's row.
  const before = first + 0.5;
  return (y) => {
    const v = (y + 0.5) / height;
    const belowRise = g / width;
    const aboveRise = d / width - before * belowRise;
    const below = h * v + 1;
    const above = e * v + f - before * below;
    return { above: above + aboveRise / 2, below: below + belowRise / 2, aboveRise, belowRise };
  };
}

/** @param most rows that can be read */
function bandsOf({ width, height, most }: Size & { most: number }, rows: (y: number) => RowOfPhoto): Band[] {
  const ends = (y: number) => {
    const { above, below, aboveRise, belowRise } = rows(y);
    return [above / below, (above + width * aboveRise) / (below + width * belowRise)];
  };
  const bands: Band[] = [];
  for (let begin = 0, from = 0, to = 0; begin < height; begin += BAND) {
    const end = Math.min(height, begin + BAND);
    // Between the sides the rows rise or fall all the way.
    from = Math.max(from, Math.min(most - 4, Math.floor(Math.min(...ends(begin))) - 3));
    to = Math.max(to, Math.min(most, Math.ceil(Math.max(...ends(end))) + 4));
    bands.push({ begin, end, from, to });
  }
  return bands;
}

/** Reads the photo's rows from `first` on, one a call, each with the page's columns: a column is a straight line in the photo. */
function rowReader(
  photo: Picture,
  quad: Quad,
  { width, first }: { width: number; first: number },
): (across: Float64Array, to: number) => void {
  const map = squareTo(quad);
  /** where a column is in the row that is read, and how far it leans to the right from row to row; `FRACTION`s of a pixel */
  const places = new Int32Array(width);
  const lean = new Int32Array(width);
  for (let x = 0; x < width; x += 1) {
    const top = applied(map, { x: (x + 0.5) / width, y: 0 });
    const bottom = applied(map, { x: (x + 0.5) / width, y: 1 });
    const rise = bottom.y - top.y;
    const leans = Math.abs(rise) < 1 ? 0 : (bottom.x - top.x) / rise;
    lean[x] = Math.round(leans * FRACTION);
    places[x] = (top.x + (first + 0.5 - top.y) * leans - 0.5) * FRACTION;
  }
  const line = new Float64Array(photo.width);
  let row = first;
  return (across, to) => {
    joinRow(photo, row, line);
    readAcross(line, { places, lean }, across, to);
    row += 1;
  };
}

function joinRow(photo: Picture, row: number, line: Float64Array): void {
  const stride = bytesPerPixel(photo);
  const { data } = photo;
  for (let x = 0, at = row * photo.width * stride; x < line.length; x += 1, at += stride) {
    line[x] = joined(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
  }
}

function readAcross(
  line: Float64Array,
  { places, lean }: { places: Int32Array; lean: Int32Array },
  across: Float64Array,
  to: number,
): void {
  const most = (line.length - 2) * FRACTION - 1;
  for (let x = 0; x < places.length; x += 1) {
    let place = places[x] ?? 0;
    places[x] = place + (lean[x] ?? 0);
    // The border's own pixels are read as their neighbours: four are needed around each place.
    if (place < FRACTION || place > most) place = place < FRACTION ? FRACTION : most;
    const at = place >> FRACTION_BITS;
    const phase = (place >> PHASE_SHIFT) & PHASE_MASK;
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

interface Down {
  across: Float64Array;
  /** rows of the photo that `across` begins with, and how many there are, counted from `first` */
  base: number;
  most: number;
  data: Uint8ClampedArray;
  /** the row's first byte in `data`, and the bytes from pixel to pixel */
  start: number;
  step: number;
}

/** Writes a row of the page. A single loop in a function of its own: a thread that is new compiles it after few rows. */
function readDown({ across, base, most, data, start, step }: Down, rows: RowOfPhoto, width: number): void {
  const last = (most - 2) * FRACTION - 1;
  let { above, below } = rows;
  for (let x = 0, to = start; x < width; x += 1, to += step) {
    let place = ((above / below) * FRACTION) | 0;
    above += rows.aboveRise;
    below += rows.belowRise;
    if (place < FRACTION || place > last) place = place < FRACTION ? FRACTION : last;
    const at = ((place >> FRACTION_BITS) - base) * width + x;
    const phase = (place >> PHASE_SHIFT) & PHASE_MASK;
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
const FRACTION = 1 << FRACTION_BITS;
/** Places between two pixels for which weights are calculated: finer than a byte of light can show. */
const PHASES = 256;
/** Takes a place to the first of its four weights. */
const PHASE_SHIFT = FRACTION_BITS - 8 - 2;
const PHASE_MASK = 4 * PHASES - 4;
/** What the weights of four pixels add up to. */
const WHOLE = 256;

/** Weights of four pixels in a row for a place behind the second, four for each phase. */
const WEIGHTS = Float64Array.from({ length: 4 * PHASES }, (_, index) => {
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
