import { enclosedCells } from './enclosed.ts';
import { bytesPerPixel, cellRange, LINEAR, luminance, type Picture } from './picture.ts';
import { blur, close, dilate, doubled, erode, halved, newPlane, type Plane, product } from './plane.ts';

/** One value for red, green and blue. */
export type Colours<Value> = readonly [red: Value, green: Value, blue: Value];

/** The light on a page, times the paper's colour: linear, on a small grid for each colour. */
export interface PaperLight {
  light: Colours<Plane>;
  /** median of the light on plain paper, linear: the paper's tone */
  tone: Colours<number>;
  /** share of the picture that is plain paper under this light, 0 to 1 */
  share: number;
}

/** Cells of the grid's longer edge; lengths below are shares of it. */
const GRID = 256;
/** Least edge of a cell, pixels: a smaller one may have no paper between strokes. */
const LEAST_CELL = 3;
/** Wider than strokes, narrower than shadows. */
const STROKE = 0.0095;
/** How far around a cell the broad light is estimated from. */
const BROAD = 0.09;
const SMOOTHING = 0.005;
/** Largest over least colour, relative to the broad light, above which a cell is drawn on: shade dims all colours alike. */
const TINTED = 1.22;
/** Factor on `TINTED` in bluish shade, which is light all the same. */
const BLUE_SHADE = 1.25;
/** The same ratio relative to the median tone of the page. */
const OTHER_TONE = 1.45;
/** Share of the broad light below which a cell is ink, or a photograph. */
const DARKEST = 0.1;
/** A cell below this share of the broad light, with more roughness than this, is drawn on. */
const DRAWN = { light: 0.85, roughness: 0.055 };
/** As `OTHER_TONE`, for a cell of a region that is darker than everything around it. */
const PALE_TONE = 1.1;

/**
 * Estimates the light on a page from what lies between its strokes: an upper envelope. Cells that are tinted, dark or
 * drawn on get the light of the paper around them.
 */
export function paperLight(picture: Picture): PaperLight {
  const { mean, roughness } = betweenStrokes(picture);
  const longest = Math.max(mean[0].width, mean[0].height);
  const cells = (share: number, least: number) => Math.max(least, Math.round(share * longest));
  const closed = mapColours(mean, (plane) => close(plane, cells(STROKE, 1)));
  const broad = mapColours(closed, (plane) => broadLight(plane, cells(BROAD / 2, 1)));
  const isPaper = erode(paperCells({ closed, broad, roughness }), 1);
  const paper = mapColours(closed, (plane) => product(plane, isPaper));
  const filled = withNeighbours(paper, isPaper, broad);
  const light = mapColours(filled, (plane) => blur(plane, cells(SMOOTHING, 1), 3, plane));
  return { light, ...plainPaper(mean, light) };
}

export function mapColours<Value, Result>(
  [red, green, blue]: Colours<Value>,
  to: (value: Value, channel: number) => Result,
): Colours<Result> {
  return [to(red, 0), to(green, 1), to(blue, 2)];
}

const valuesOf = (planes: Colours<Plane>) => mapColours(planes, ({ values }) => values);

/** The light around each cell, without what is drawn, calculated at half the size. @param radius cells of that size */
function broadLight(plane: Plane, radius: number): Plane {
  const around = halved(blur(plane, 1, 3));
  erode(dilate(around, radius, around), Math.round(radius * 0.8), around);
  return doubled(blur(around, Math.round(radius / 2), 3, around), plane.width, plane.height);
}

/** Linear light of bytes as whole numbers, so that sums need no fractions. */
const WHOLE_LIGHT = 65_535;
const LIGHT_OF = Int32Array.from(LINEAR, (light) => Math.round(light * WHOLE_LIGHT));

/** For each cell the mean colour of its brighter pixels, and the deviation of all, relative to their mean brightness. */
function betweenStrokes(picture: Picture): { mean: Colours<Plane>; roughness: Plane } {
  const scale = Math.min(1 / LEAST_CELL, GRID / Math.max(picture.width, picture.height));
  const cells = (edge: number) => Math.min(edge, Math.max(8, Math.round(edge * scale)));
  const [width, height] = [cells(picture.width), cells(picture.height)];
  // In large cells every second pixel of every second row is enough.
  const every = Math.min(picture.width / width, picture.height / height) > 5 ? 2 : 1;
  const cellOf = Int32Array.from({ length: Math.ceil(picture.width / every) }, (_, x) =>
    Math.floor(((x * every + 0.5) * width) / picture.width),
  );
  const roughness = newPlane(width, height);
  const mean: Colours<Plane> = [newPlane(width, height), newPlane(width, height), newPlane(width, height)];
  for (let row = 0; row < height; row += 1) {
    const [top, bottom] = cellRange(row, height, picture.height);
    const sums = newSums(width);
    for (let y = top; y < bottom; y += every) addBrightness(picture, y, { every, cellOf, sums });
    const of = ({ values }: Plane) => values.subarray(row * width, (row + 1) * width);
    writeRoughness(sums, of(roughness));
    for (let y = top; y < bottom; y += every) addBrighter(picture, y, { every, cellOf, sums });
    writeMeans(sums, mapColours(mean, of));
  }
  return { mean, roughness };
}

/** Of the cells of one row. */
interface Sums {
  count: Int32Array;
  brightness: Int32Array;
  squares: Int32Array;
  /** least brightness of the pixels that are used, their number, and the sums of their light */
  least: Int32Array;
  used: Int32Array;
  light: Colours<Int32Array>;
}

function newSums(width: number): Sums {
  const each = () => new Int32Array(width);
  const light: Colours<Int32Array> = [each(), each(), each()];
  return { count: each(), brightness: each(), squares: each(), least: each(), used: each(), light };
}

interface Sampling {
  every: number;
  /** cell of each sampled pixel of a row */
  cellOf: Int32Array;
  sums: Sums;
}

const luma = (red: number, green: number, blue: number) => (red * 54 + green * 183 + blue * 19) >> 8;

function addBrightness(picture: Picture, y: number, { every, cellOf, sums }: Sampling): void {
  const { data, width } = picture;
  const stride = bytesPerPixel(picture);
  const { count, brightness, squares } = sums;
  for (let x = 0, at = y * width * stride; x < cellOf.length; x += 1, at += every * stride) {
    const cell = cellOf[x] ?? 0;
    const value = luma(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
    count[cell] = (count[cell] ?? 0) + 1;
    brightness[cell] = (brightness[cell] ?? 0) + value;
    squares[cell] = (squares[cell] ?? 0) + value * value;
  }
}

function writeRoughness({ count, brightness, squares, least }: Sums, roughness: Float32Array): void {
  for (let cell = 0; cell < roughness.length; cell += 1) {
    const n = count[cell] ?? 1;
    const average = (brightness[cell] ?? 0) / n;
    least[cell] = average;
    roughness[cell] = Math.sqrt(Math.max(0, (squares[cell] ?? 0) / n - average * average)) / (average + 8);
  }
}

function addBrighter(picture: Picture, y: number, { every, cellOf, sums }: Sampling): void {
  const { data, width } = picture;
  const stride = bytesPerPixel(picture);
  const { least, used, light } = sums;
  const [reds, greens, blues] = light;
  for (let x = 0, at = y * width * stride; x < cellOf.length; x += 1, at += every * stride) {
    const cell = cellOf[x] ?? 0;
    const [red, green, blue] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
    // A mask: -1 (all bits) for a brighter pixel, 0 for another. A branch could not be predicted.
    const isUsed = ((least[cell] ?? 0) - 1 - luma(red, green, blue)) >> 31;
    used[cell] = (used[cell] ?? 0) - isUsed;
    reds[cell] = (reds[cell] ?? 0) + ((LIGHT_OF[red] ?? 0) & isUsed);
    greens[cell] = (greens[cell] ?? 0) + ((LIGHT_OF[green] ?? 0) & isUsed);
    blues[cell] = (blues[cell] ?? 0) + ((LIGHT_OF[blue] ?? 0) & isUsed);
  }
}

function writeMeans({ used, light }: Sums, mean: Colours<Float32Array>): void {
  for (const [channel, values] of mean.entries()) {
    const sum = light[channel] ?? used;
    for (let cell = 0; cell < values.length; cell += 1) {
      values[cell] = (sum[cell] ?? 0) / ((used[cell] ?? 1) * WHOLE_LIGHT);
    }
  }
}

interface CellLight {
  /** the light of each cell between strokes; `broad`: around it, without what is drawn */
  closed: Colours<Plane>;
  broad: Colours<Plane>;
  roughness: Plane;
}

/** 1 for cells of paper, 0 for cells that are drawn on or covered. */
function paperCells({ closed, broad, roughness }: CellLight): Plane {
  const { width, height } = roughness;
  const [commonRed, commonGreen, commonBlue] = commonTone(closed);
  const [reds, greens, blues] = valuesOf(closed);
  const [broadReds, broadGreens, broadBlues] = valuesOf(broad);
  const bright = newPlane(width, height);
  /** largest over least colour of each cell, relative to the median tone */
  const tones = newPlane(width, height);
  for (let at = 0; at < bright.values.length; at += 1) {
    const [red, green, blue] = [reds[at] ?? 0, greens[at] ?? 0, blues[at] ?? 0];
    const isLit = red + green + blue > 0.06;
    tones.values[at] = isLit ? ratioOf(red / commonRed, green / commonGreen, blue / commonBlue) : 1;
    bright.values[at] = luminance(red, green, blue);
  }
  const enclosed = enclosedCells({
    bright,
    roughness,
    isTinted: (at) => (tones.values[at] ?? 0) > PALE_TONE,
  }).values;
  const rough = blur(roughness, 2, 3).values;
  const isPaper = newPlane(width, height);
  for (let at = 0; at < isPaper.values.length; at += 1) {
    const red = (reds[at] ?? 0) / (broadReds[at] ?? 1);
    const green = (greens[at] ?? 0) / (broadGreens[at] ?? 1);
    const blue = (blues[at] ?? 0) / (broadBlues[at] ?? 1);
    const middle = (red + green + blue) / 3;
    const isBlueShade = blue >= red && middle < 0.8;
    const isTinted = ratioOf(red, green, blue) > TINTED * (isBlueShade ? BLUE_SHADE : 1);
    const isDrawn = middle < DRAWN.light && (rough[at] ?? 0) > DRAWN.roughness;
    const isOther = (tones.values[at] ?? 0) > OTHER_TONE;
    if (!(isTinted || isDrawn || isOther || enclosed[at] === 1 || middle < DARKEST)) isPaper.values[at] = 1;
  }
  return isPaper;
}

/** Largest over least. */
function ratioOf(red: number, green: number, blue: number): number {
  return Math.max(red, green, blue) / Math.max(1e-4, Math.min(red, green, blue));
}

/** A median is that of every so-many-th cell: a few thousand values are enough. */
const SAMPLED = 17;

/** The median share of each colour in the light of the cells. */
function commonTone(planes: Colours<Plane>): Colours<number> {
  const shares: Colours<number[]> = [[], [], []];
  for (let at = 0; at < planes[0].values.length; at += SAMPLED) {
    const colours = mapColours(planes, ({ values }) => values[at] ?? 0);
    const sum = colours[0] + colours[1] + colours[2];
    if (sum <= 0.03) continue;
    for (const [channel, values] of shares.entries()) values.push((colours[channel] ?? 0) / sum);
  }
  return mapColours(shares, (values) => median(values, 1 / 3));
}

function median(values: number[], none: number): number {
  return new Float32Array(values).sort()[values.length >> 1] ?? none;
}

/** Share of a cell that is paper, at any size of the grid, above which that paper gives its light. */
const ENOUGH_PAPER = 0.12;
/** Cells of the longer edge at which the grid is halved no further. */
const COARSEST = 4;

/**
 * Gives cells that are not paper the light of the paper around them (pull-push; Gortler et al., The Lumigraph,
 * 1996, section 3.4).
 * @param paper light times share
 * @param share 0 to 1, how much of each cell is paper
 * @param otherwise the light where there is no paper around
 */
function withNeighbours(paper: Colours<Plane>, share: Plane, otherwise: Colours<Plane>): Colours<Plane> {
  const { width, height, values } = share;
  const isComplete = Math.max(width, height) <= COARSEST || values.every((weight) => weight > ENOUGH_PAPER);
  const around = isComplete
    ? otherwise
    : mapColours(
        withNeighbours(
          mapColours(paper, (plane) => blur(halved(plane), 2, 2)),
          blur(halved(share), 2, 2),
          mapColours(otherwise, halved),
        ),
        (plane) => doubled(plane, width, height),
      );
  for (const [channel, plane] of around.entries()) {
    const light = paper[channel]?.values ?? values;
    for (let at = 0; at < values.length; at += 1) {
      const weight = values[at] ?? 0;
      if (weight > ENOUGH_PAPER) plane.values[at] = (light[at] ?? 0) / weight;
    }
  }
  return around;
}

/** Plain paper: cells that are about as bright as the light on them, and of its colour. */
function plainPaper(mean: Colours<Plane>, light: Colours<Plane>): Pick<PaperLight, 'tone' | 'share'> {
  const count = mean[0].values.length;
  const tones: Colours<number[]> = [[], [], []];
  let plain = 0;
  const [[reds, greens, blues], [lightReds, lightGreens, lightBlues]] = [valuesOf(mean), valuesOf(light)];
  for (let at = 0; at < count; at += 1) {
    const red = (reds[at] ?? 0) / (lightReds[at] ?? 1);
    const green = (greens[at] ?? 0) / (lightGreens[at] ?? 1);
    const blue = (blues[at] ?? 0) / (lightBlues[at] ?? 1);
    const bright = luminance(red, green, blue);
    if (bright <= 0.86 || bright >= 1.12 || ratioOf(red, green, blue) >= 1.12) continue;
    plain += 1;
    if (at % SAMPLED !== 0) continue;
    for (const [channel, values] of tones.entries()) values.push(light[channel]?.values[at] ?? 0);
  }
  return { share: plain / count, tone: mapColours(tones, (values) => median(values, 1)) };
}
