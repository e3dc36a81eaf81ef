import type { Quad } from './geometry.ts';
import { applied, squareTo } from './homography.ts';
import { bytesPerPixel, type Picture } from './picture.ts';
import { FRACTION, type RowOfPhoto, type StartResampling, startResampling } from './resample-rows.ts';

interface Size {
  width: number;
  height: number;
}

/**
 * The page as it looks from straight above. Bicubic convolution (Keys, 1981, a = -0.5) along the photo's rows, then along
 * the page's columns (Catmull and Smith, 1980).
 * @param corners pixels of the photo
 * @param size pixels of the result
 * @param start the pixel loops, in JavaScript or WebAssembly
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
  const bands = bandsOf({ ...output, count: last - first }, rows);
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
      resampling.writeRow(rows(y), { base, count: last - first, ...line });
    }
  }
  return { data, ...size };
}

/** Where the rows of a page that lies turned in its photo are written: index of the first pixel, steps to the next pixel and row. */
interface Output {
  start: number;
  stepAcross: number;
  stepDown: number;
}

/** The corners from the one at the photo's upper left, so that rows of the page run roughly along rows of the photo. */
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

/** Rows of the page that are written together (`begin` to `end`), and rows of the photo that they need, counted from `first`. */
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
  // A row's position is that of its centre, half a pixel below its upper edge.
  const before = first + 0.5;
  return (y) => {
    const v = (y + 0.5) / height;
    const denomStep = g / width;
    const numerStep = d / width - before * denomStep;
    const denom = h * v + 1;
    const numer = e * v + f - before * denom;
    return { numer: numer + numerStep / 2, denom: denom + denomStep / 2, numerStep, denomStep };
  };
}

/** @param count rows of the photo that may be read */
function bandsOf({ width, height, count }: Size & { count: number }, row: (y: number) => RowOfPhoto): Band[] {
  const ends = (y: number) => {
    const { numer, denom, numerStep, denomStep } = row(y);
    return [numer / denom, (numer + (width - 1) * numerStep) / (denom + (width - 1) * denomStep)];
  };
  const bands: Band[] = [];
  for (let begin = 0, to = 0; begin < height; begin += BAND) {
    const end = Math.min(height, begin + BAND);
    // The outermost rows of the photo are those of the band's corner pixels.
    const reach = [...ends(begin), ...ends(end - 1)];
    // Every row from the first on is read, in order: each read moves the columns on by a row.
    const from = Math.max(0, Math.min(to, count - 4, Math.floor(Math.min(...reach)) - 3));
    to = Math.max(to, Math.min(count, Math.ceil(Math.max(...reach)) + 4));
    bands.push({ begin, end, from, to });
  }
  // One side of the page may fall where the other rises, so rows that a later band needs are kept.
  let least = count;
  for (const band of bands.slice(1).reverse()) {
    least = Math.min(least, band.from);
    band.from = least;
  }
  return bands;
}

/** A column of the page is a straight line in the photo: its position in row `first`, and its change from row to row. */
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
