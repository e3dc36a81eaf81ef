import type { Quad } from './geometry.ts';
import { applied, squareTo } from './homography.ts';
import { bytesPerPixel, type Picture } from './picture.ts';
import { FRACTION, type RowOfPhoto, type StartResampling, startResampling } from './resample-rows.ts';

interface Size {
  width: number;
  height: number;
}

/**
 * The page alone, seen from straight above, by bicubic convolution (Keys, 1981, a = -0.5), first along rows,
 * then along columns (Catmull and Smith, 1980).
 * @param corners pixels of the photo
 * @param size pixels of the result
 * @param start the loops over pixels
 */
export function straighten(
  photo: Picture,
  corners: Quad,
  size: Size,
  start: StartResampling = startResampling,
): Picture {
  const stride = bytesPerPixel(photo);
  const data = new Uint8ClampedArray(size.width * size.height * stride);
  if (stride === 4) data.fill(255);
  const { quad, ...output } = uprightInPhoto(corners, size);
  const first = Math.max(0, Math.floor(Math.min(...quad.map(({ y }) => y))) - 3);
  const last = Math.min(photo.height, Math.ceil(Math.max(...quad.map(({ y }) => y))) + 3);
  const rows = rowsOfPhoto(quad, { ...output, first });
  const bands = bandsOf({ ...output, most: last - first }, rows);
  const held = Math.max(...bands.map(({ from, to }) => to - from));
  const resampling = start(photo, { ...columnsInPhoto(quad, { width: output.width, first }), held, data });
  let read = 0;
  let base = 0;
  for (const { begin, end, from, to } of bands) {
    resampling.forget(from - base, read - from);
    base = from;
    for (; read < to; read += 1) resampling.readRow(first + read, read - base);
    for (let y = begin; y < end; y += 1) {
      const line = { start: output.start + y * output.stepDown, step: output.stepAcross };
      resampling.writeRow(rows(y), { base, most: last - first, ...line });
    }
  }
  return { data, ...size };
}

/** Where a page that lies sideways in its photo is written: the result's index of its first pixel, and the steps from there. */
interface Output {
  start: number;
  stepAcross: number;
  stepDown: number;
}

/** The same corners from the upper left of the photo, so that rows of the page run nearly along rows of the photo. */
function uprightInPhoto([a, b, c, d]: Quad, { width, height }: Size): Size & Output & { quad: Quad } {
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

const BAND = 64;

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
    return [above / below, (above + (width - 1) * aboveRise) / (below + (width - 1) * belowRise)];
  };
  const bands: Band[] = [];
  for (let begin = 0, to = 0; begin < height; begin += BAND) {
    const end = Math.min(height, begin + BAND);
    // A band reaches as far in the photo as its outermost pixels.
    const reach = [...ends(begin), ...ends(end - 1)];
    // All rows are read, one after the other, from the first on: the positions of the columns move on with each.
    const from = Math.max(0, Math.min(to, most - 4, Math.floor(Math.min(...reach)) - 3));
    to = Math.max(to, Math.min(most, Math.ceil(Math.max(...reach)) + 4));
    bands.push({ begin, end, from, to });
  }
  // One side may fall where the other rises: rows that a later band reads are kept.
  let least = most;
  for (const band of bands.slice(1).reverse()) {
    least = Math.min(least, band.from);
    band.from = least;
  }
  return bands;
}

/** Where each column of the page, a straight line in the photo, is in row `first`, and how far it leans to the right from row to row. */
function columnsInPhoto(
  quad: Quad,
  { width, first }: { width: number; first: number },
): { positions: Int32Array; lean: Int32Array } {
  const map = squareTo(quad);
  const positions = new Int32Array(width);
  const lean = new Int32Array(width);
  for (let x = 0; x < width; x += 1) {
    const top = applied(map, { x: (x + 0.5) / width, y: 0 });
    const bottom = applied(map, { x: (x + 0.5) / width, y: 1 });
    const rise = bottom.y - top.y;
    const leans = Math.abs(rise) < 1 ? 0 : (bottom.x - top.x) / rise;
    lean[x] = Math.round(leans * FRACTION);
    positions[x] = (top.x + (first + 0.5 - top.y) * leans - 0.5) * FRACTION;
  }
  return { positions, lean };
}
