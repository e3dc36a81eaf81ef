import type { Quad } from './geometry.ts';
import { applied, squareTo } from './homography.ts';
import { type Picture, packedPixels } from './picture.ts';

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
  const out = new Int32Array(size.width * size.height);
  const { quad, ...place } = uprightInPhoto(corners, size);
  const first = Math.max(0, Math.floor(Math.min(...quad.map(({ y }) => y))) - 3);
  const last = Math.min(photo.height, Math.ceil(Math.max(...quad.map(({ y }) => y))) + 3);
  const rows = rowsOfPhoto(quad, { ...place, first });
  const readRow = rowReader(photo, quad, { width: place.width, first });
  const bands = bandsOf({ ...place, most: last - first }, rows);
  /** photo rows `from` to `read`, with the page's columns: those of one band, so that they stay in the processor's cache */
  const across = new Int32Array(place.width * Math.max(...bands.map(({ from, to }) => to - from)));
  let read = 0;
  let base = 0;
  for (const { begin, end, from, to } of bands) {
    across.copyWithin(0, (from - base) * place.width, (read - base) * place.width);
    base = from;
    for (; read < to; read += 1) readRow(across, (read - base) * place.width);
    readDown({ across, base, most: last - first }, rows, { out, begin, end, ...place });
  }
  return { data: new Uint8ClampedArray(out.buffer), ...size };
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

/** The photo's row, counted from `first`, of a pixel of the page. */
type RowAt = (x: number, y: number) => number;

function rowsOfPhoto(quad: Quad, { width, height, first }: Size & { first: number }): RowAt {
  const [, , , d, e, f, g, h] = squareTo(quad);
  return (x, y) => {
    const u = (x + 0.5) / width;
    const v = (y + 0.5) / height;
    return (d * u + e * v + f) / (g * u + h * v + 1) - 0.5 - first;
  };
}

/** @param most rows that can be read */
function bandsOf({ width, height, most }: Size & { most: number }, rowAt: RowAt): Band[] {
  const bands: Band[] = [];
  for (let begin = 0, from = 0, to = 0; begin < height; begin += BAND) {
    const end = Math.min(height, begin + BAND);
    // Between the sides the rows rise or fall all the way.
    from = Math.max(from, Math.min(most - 4, Math.floor(Math.min(rowAt(0, begin), rowAt(width, begin))) - 3));
    to = Math.max(to, Math.min(most, Math.ceil(Math.max(rowAt(0, end), rowAt(width, end))) + 4));
    bands.push({ begin, end, from, to });
  }
  return bands;
}

/** Reads the photo's rows from `first` on, one a call, each with the page's columns: a column is a straight line in the photo. */
function rowReader(
  photo: Picture,
  quad: Quad,
  { width, first }: { width: number; first: number },
): (across: Int32Array, to: number) => void {
  const pixels = packedPixels(photo);
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
  const most = (photo.width - 2) * FRACTION - 1;
  let row = first * photo.width;
  return (across, to) => {
    for (let x = 0; x < width; x += 1) {
      const column = places[x] ?? 0;
      places[x] = column + (lean[x] ?? 0);
      // The border's own pixels are read as their neighbours: four are needed around each place.
      const place = column < FRACTION ? FRACTION : column > most ? most : column;
      const at = row + (place >> FRACTION_BITS);
      across[to + x] = mixed(
        pixels[at - 1] ?? 0,
        pixels[at] ?? 0,
        pixels[at + 1] ?? 0,
        pixels[at + 2] ?? 0,
        place,
      );
    }
    row += photo.width;
  };
}

/** @param across rows from `base` on, of `most` */
function readDown(
  { across, base, most }: { across: Int32Array; base: number; most: number },
  rowAt: RowAt,
  {
    out,
    begin,
    end,
    width,
    start,
    stepAcross,
    stepDown,
  }: Size & Place & Pick<Band, 'begin' | 'end'> & { out: Int32Array },
): void {
  const last = (most - 2) * FRACTION - 1;
  for (let y = begin; y < end; y += 1) {
    for (let x = 0, to = start + y * stepDown; x < width; ) {
      let row = (rowAt(x, y) * FRACTION) | 0;
      const rise = ((rowAt(x + RUN, y) * FRACTION - row) / RUN) | 0;
      for (const stop = Math.min(width, x + RUN); x < stop; x += 1, to += stepAcross, row += rise) {
        const place = row < FRACTION ? FRACTION : row > last ? last : row;
        const at = ((place >> FRACTION_BITS) - base) * width + x;
        out[to] = mixed(
          across[at - width] ?? 0,
          across[at] ?? 0,
          across[at + width] ?? 0,
          across[at + 2 * width] ?? 0,
          place,
        );
      }
    }
  }
}

/** Pixels of a row between two places that are calculated: in between a projective map is straight to a thousandth of a pixel. */
const RUN = 16;
/** Places are whole numbers of these parts of a pixel. */
const FRACTION_BITS = 16;
const FRACTION = 1 << FRACTION_BITS;
/** Places between two pixels for which weights are calculated: finer than a byte of light can show. */
const PHASES = 256;
/** What the weights of four pixels add up to: with it, red and blue are mixed in the two halves of one number. */
const WHOLE = 128;
/** Added before, so that neither half is ever negative. */
const OFFSET = 64;

/** Weights of four pixels in a row for a place behind the second, four for each phase. */
const WEIGHTS = Int32Array.from({ length: 4 * PHASES }, (_, index) => {
  const t = (Math.floor(index / 4) + 0.5) / PHASES;
  const outer = Math.round(WHOLE * t * (-0.5 + t * (1 - 0.5 * t)));
  const last = Math.round(WHOLE * t * t * (0.5 * t - 0.5));
  const third = Math.round(WHOLE * t * (0.5 + t * (2 - 1.5 * t)));
  return [outer, WHOLE - outer - third - last, third, last][index % 4] ?? 0;
});

/** The byte of a mixed value to which `OFFSET` was added. */
const BYTES = Uint8ClampedArray.from({ length: 512 }, (_, value) => value - OFFSET);

/** Four neighbouring pixels (RGBA, the red byte lowest) mixed for the fraction of a place behind the second; opaque. */
function mixed(p0: number, p1: number, p2: number, p3: number, place: number): number {
  const phase = (place >> (FRACTION_BITS - 8 - 2)) & (4 * PHASES - 4);
  const w0 = WEIGHTS[phase] ?? 0;
  const w1 = WEIGHTS[phase + 1] ?? 0;
  const w2 = WEIGHTS[phase + 2] ?? 0;
  const w3 = WEIGHTS[phase + 3] ?? 0;
  // Cut to 32 bits in between, so that no step leaves whole numbers.
  const redBlue =
    (((((Math.imul(p0 & 0xff00ff, w0) + Math.imul(p1 & 0xff00ff, w1)) | 0) + Math.imul(p2 & 0xff00ff, w2)) |
      0) +
      ((Math.imul(p3 & 0xff00ff, w3) + ROUNDED_PAIR) | 0)) |
    0;
  const green =
    Math.imul((p0 >>> 8) & 0xff, w0) +
    Math.imul((p1 >>> 8) & 0xff, w1) +
    Math.imul((p2 >>> 8) & 0xff, w2) +
    Math.imul((p3 >>> 8) & 0xff, w3) +
    ROUNDED;
  const red = BYTES[(redBlue & 0xffff) >>> 7] ?? 0;
  const blue = BYTES[redBlue >>> 23] ?? 0;
  return red | ((BYTES[green >>> 7] ?? 0) << 8) | (blue << 16) | 0xff000000;
}

const ROUNDED = OFFSET * WHOLE + WHOLE / 2;
const ROUNDED_PAIR = ROUNDED * 0x10001;
