import { enclosedCells } from './enclosed.ts';
import { cellRange, LINEAR, luminance, type Picture, packedPixels } from './picture.ts';
import { blur, close, dilate, doubled, erode, halved, mapPlane, newPlane, type Plane } from './plane.ts';

/** One value for red, green and blue. */
export type Colours<Value> = readonly [red: Value, green: Value, blue: Value];

/** The light that falls on a page, times the paper's own colour: linear light by colour, on a small grid. */
export interface PaperLight {
  light: Colours<Plane>;
  /** the commonest light, linear: the paper's own tone */
  tone: Colours<number>;
  /** share of the picture that is plain paper under this light, 0 to 1 */
  share: number;
}

/** Cells of the grid's longer edge; lengths below are shares of it. */
const GRID = 256;
/** Pixels of a cell: fewer do not tell what lies between strokes. */
const LEAST_CELL = 3;
/** Wider than strokes, narrower than shadows. */
const STROKE = 0.0095;
/** How far broad light is looked for. */
const BROAD = 0.09;
const SMOOTHING = 0.005;
/** Shade dims all colours alike. Where the lightest and the dimmest colour are farther apart than this, something is drawn. */
const TINTED = 1.22;
/** Light through a blue shade is farther apart, and still light. */
const BLUE_SHADE = 1.25;
/** Likewise compared with the commonest tone of the page. */
const OTHER_TONE = 1.45;
/** Below this share of the broad light lies ink, or a photograph. */
const DARKEST = 0.1;
/** Where it is dimmer than this share and rougher than that, something is drawn. */
const DRAWN = { light: 0.85, roughness: 0.055 };
/** Likewise of a region that is darker than all around it. */
const PALE_TONE = 1.1;

/**
 * Estimates the light on a page between its strokes: an upper envelope. Cells that are tinted, dark or drawn take the
 * light of those around them.
 */
export function paperLight(picture: Picture): PaperLight {
  const { mean, roughness } = betweenStrokes(picture);
  const { width, height } = mean[0];
  const longest = Math.max(width, height);
  const cells = (share: number, least: number) => Math.max(least, Math.round(share * longest));
  const closed = mapColours(mean, (plane) => close(plane, cells(STROKE, 1)));
  const wide = cells(BROAD / 2, 1);
  const broad = mapColours(closed, (plane) => {
    const around = halved(blur(plane, 1, 3));
    erode(dilate(around, wide, around), Math.round(wide * 0.8), around);
    return doubled(blur(around, Math.round(wide / 2), 3, around), width, height);
  });
  const isPaper = erode(paperCells({ closed, broad, roughness }), 1);
  const filled = withNeighbours(closed, isPaper, broad);
  const light = mapColours(filled, (plane) => blur(plane, cells(SMOOTHING, 1), 3, plane));
  return { light, ...plainPaper(mean, light) };
}

export function mapColours<Value, Result>(
  [red, green, blue]: Colours<Value>,
  to: (value: Value, channel: number) => Result,
): Colours<Result> {
  return [to(red, 0), to(green, 1), to(blue, 2)];
}

const valuesAt = (planes: Colours<Plane>, at: number): Colours<number> =>
  mapColours(planes, ({ values }) => values[at] ?? 0);

/** @param pixel packed */
const luma = (pixel: number) =>
  ((pixel & 0xff) * 54 + ((pixel >> 8) & 0xff) * 183 + ((pixel >> 16) & 0xff) * 19) >> 8;

/** For each cell the mean of its brighter pixels, and how much they all differ in proportion to their mean. */
function betweenStrokes(picture: Picture): { mean: Colours<Plane>; roughness: Plane } {
  const pixels = packedPixels(picture);
  const scale = Math.min(1 / LEAST_CELL, GRID / Math.max(picture.width, picture.height));
  const width = Math.max(8, Math.round(picture.width * scale));
  const height = Math.max(8, Math.round(picture.height * scale));
  // Of large cells every second pixel tells as much.
  const every = scale < 0.2 ? 2 : 1;
  const roughness = newPlane(width, height);
  const mean: Colours<Plane> = [newPlane(width, height), newPlane(width, height), newPlane(width, height)];
  /** the pixels of one cell that are looked at, and how bright they are */
  const most = Math.ceil(picture.width / width + 1) * Math.ceil(picture.height / height + 1);
  const looked = new Int32Array(most);
  const brightness = new Int32Array(most);
  for (let row = 0, cell = 0; row < height; row += 1) {
    const [top, bottom] = cellRange(row, height, picture.height);
    for (let column = 0; column < width; column += 1, cell += 1) {
      const [left, right] = cellRange(column, width, picture.width);
      let n = 0;
      let sum = 0;
      let squares = 0;
      for (let y = top; y < bottom; y += every) {
        const end = y * picture.width + right;
        for (let at = y * picture.width + left; at < end; at += every) {
          const pixel = pixels[at] ?? 0;
          const value = luma(pixel);
          looked[n] = pixel;
          brightness[n] = value;
          n += 1;
          sum += value;
          squares += value * value;
        }
      }
      const average = sum / n;
      const least = Math.floor(average);
      let red = 0;
      let green = 0;
      let blue = 0;
      let used = 0;
      for (let index = 0; index < n; index += 1) {
        if ((brightness[index] ?? 0) < least) continue;
        const pixel = looked[index] ?? 0;
        red += LINEAR[pixel & 0xff] ?? 0;
        green += LINEAR[(pixel >> 8) & 0xff] ?? 0;
        blue += LINEAR[(pixel >> 16) & 0xff] ?? 0;
        used += 1;
      }
      mean[0].values[cell] = red / used;
      mean[1].values[cell] = green / used;
      mean[2].values[cell] = blue / used;
      roughness.values[cell] = Math.sqrt(Math.max(0, squares / n - average * average)) / (average + 8);
    }
  }
  return { mean, roughness };
}

interface CellLight {
  /** between strokes; and around, over what is drawn */
  closed: Colours<Plane>;
  broad: Colours<Plane>;
  roughness: Plane;
}

/** 1 for cells of paper, 0 for what is drawn or lies on it. */
function paperCells({ closed, broad, roughness }: CellLight): Plane {
  const [commonRed, commonGreen, commonBlue] = commonTone(closed);
  const [reds, greens, blues] = mapColours(closed, ({ values }) => values);
  /** how far a cell's colour is from the commonest */
  const toneAt = (at: number) => {
    const r = reds[at] ?? 0;
    const g = greens[at] ?? 0;
    const b = blues[at] ?? 0;
    const sum = r + g + b + 1e-4;
    return sum > 0.06 ? apart(r / sum / commonRed, g / sum / commonGreen, b / sum / commonBlue) : 1;
  };
  const enclosed = enclosedCells({
    bright: mapPlane(closed[0], (red, at) => luminance(red, greens[at] ?? 0, blues[at] ?? 0)),
    roughness,
    isTinted: (at) => toneAt(at) > PALE_TONE,
  }).values;
  return mapPlane(blur(roughness, 2, 3), (rough, at) => {
    const red = (reds[at] ?? 0) / (broad[0].values[at] ?? 1);
    const green = (greens[at] ?? 0) / (broad[1].values[at] ?? 1);
    const blue = (blues[at] ?? 0) / (broad[2].values[at] ?? 1);
    const middle = (red + green + blue) / 3;
    const isBlueShade = blue >= red && middle < 0.8;
    const isTinted = apart(red, green, blue) > TINTED * (isBlueShade ? BLUE_SHADE : 1);
    const isDrawn = middle < DRAWN.light && rough > DRAWN.roughness;
    const isOther = toneAt(at) > OTHER_TONE;
    return isTinted || isDrawn || isOther || enclosed[at] === 1 || middle < DARKEST ? 0 : 1;
  });
}

/** How many times the least is in the most. */
function apart(red: number, green: number, blue: number): number {
  return Math.max(red, green, blue) / Math.max(1e-4, Math.min(red, green, blue));
}

/** Of so many cells one is looked at for a median: some thousand values tell it. */
const SAMPLED = 17;

/** The median share of each colour in the light of the cells. */
function commonTone(planes: Colours<Plane>): Colours<number> {
  const shares: Colours<number[]> = [[], [], []];
  for (let at = 0; at < planes[0].values.length; at += SAMPLED) {
    const colours = valuesAt(planes, at);
    const sum = colours[0] + colours[1] + colours[2];
    if (sum <= 0.03) continue;
    for (const [channel, values] of shares.entries()) values.push((colours[channel] ?? 0) / sum);
  }
  return mapColours(shares, (values) => median(values, 1 / 3));
}

function median(values: number[], none: number): number {
  return new Float32Array(values).sort()[values.length >> 1] ?? none;
}

/** Share of paper among the cells around from which on they tell a cell's light. */
const TELLING = 0.12;

/** Cells that are no paper take the light of the paper around them: normalised blurs, from narrow to wide. */
function withNeighbours(planes: Colours<Plane>, isPaper: Plane, otherwise: Colours<Plane>): Colours<Plane> {
  const { width, height, values } = isPaper;
  const filled = mapColours(planes, (plane) => mapPlane(plane, (value) => value));
  let missing: number[] = [];
  for (let at = 0; at < values.length; at += 1) if (values[at] === 0) missing.push(at);
  if (missing.length === 0) return filled;
  const paper = mapColours(planes, (plane) => mapPlane(plane, (value, at) => value * (values[at] ?? 0)));
  for (let radius = 3; missing.length > 0 && radius < Math.max(width, height); radius *= 3) {
    const share = blur(isPaper, radius, 3).values;
    const around = mapColours(paper, (plane) => blur(plane, radius, 3).values);
    missing = missing.filter((at) => {
      const weight = share[at] ?? 0;
      if (weight <= TELLING) return true;
      for (const [channel, plane] of filled.entries()) {
        plane.values[at] = (around[channel]?.[at] ?? 0) / weight;
      }
      return false;
    });
  }
  for (const at of missing) {
    for (const [channel, plane] of filled.entries()) plane.values[at] = otherwise[channel]?.values[at] ?? 0;
  }
  return filled;
}

/** Cells that are as bright as their light and have its colour. */
function plainPaper(mean: Colours<Plane>, light: Colours<Plane>): Pick<PaperLight, 'tone' | 'share'> {
  const count = mean[0].values.length;
  const tones: Colours<number[]> = [[], [], []];
  let plain = 0;
  for (let at = 0; at < count; at += 1) {
    const red = (mean[0].values[at] ?? 0) / (light[0].values[at] ?? 1);
    const green = (mean[1].values[at] ?? 0) / (light[1].values[at] ?? 1);
    const blue = (mean[2].values[at] ?? 0) / (light[2].values[at] ?? 1);
    const bright = luminance(red, green, blue);
    if (bright <= 0.86 || bright >= 1.12 || apart(red, green, blue) >= 1.12) continue;
    plain += 1;
    if (at % SAMPLED !== 0) continue;
    for (const [channel, values] of tones.entries()) values.push(light[channel]?.values[at] ?? 0);
  }
  return { share: plain / count, tone: mapColours(tones, (values) => median(values, 1)) };
}
