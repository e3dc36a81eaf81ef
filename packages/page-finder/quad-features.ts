import type { EdgeMap } from './edge-map.ts';
import { lengthOf, type Point, type Quad, sidesOf, signedArea } from './geometry.ts';
import { offset } from './line.ts';
import type { Beside } from './line-profile.ts';
import { type Candidate, stretchOf } from './quad-candidates.ts';

/** What tells a page from other quadrilaterals; each without a unit and of about one in size. */
export interface QuadFeatures {
  /** share of the sides that is edge, over all and of the weakest side; borders of the picture left out */
  edgeMean: number;
  edgeLeast: number;
  /** difference of the colours inside and outside, over all and of the weakest side; logarithm */
  contrastMean: number;
  contrastLeast: number;
  /** how far the colours inside of the four sides are apart */
  colourSpread: number;
  /** lighter inside than outside */
  brighter: number;
  /** square root of the share of the picture */
  size: number;
  /** edge that goes on beyond the corners: the sides belong to something larger */
  beyond: number;
  /** share of the inside that has the colour of the sides, and of the outside that has it, too */
  insideAlike: number;
  outsideAlike: number;
  /** sides on the picture's border */
  borders: number;
  /** the edges have one direction, from dark to light or back */
  oneDirection: number;
  /** contrast in proportion to how uneven both sides are, over all and of the weakest side; logarithm */
  clearMean: number;
  clearLeast: number;
  /** how uneven the inside is along the sides; logarithm */
  uneven: number;
  /** difference of hue and chroma alone; logarithm */
  colourContrast: number;
  /** darker inside, without a difference of colour: a shadow */
  shadow: number;
}

/** Cells each way in which inside and outside are looked at. */
const CELLS = 26;
/** Differences of lightness count less than those of colour: shade falls on paper. */
const LIGHTNESS_SHARE = 0.4;
const ALIKE = 7;

export function quadFeatures(candidate: Candidate, edges: EdgeMap): QuadFeatures {
  const { corners } = candidate;
  const sides = candidate.lines.map((_, index) => sideOf(candidate, index));
  const real = sides.filter(({ isBorder }) => !isBorder);
  const mean = (of: (side: SideFeatures) => number) =>
    real.reduce((sum, side) => sum + of(side), 0) / Math.max(1, real.length);
  const least = (of: (side: SideFeatures) => number, none: number) =>
    real.length === 0 ? none : Math.min(...real.map(of));
  const paper = meanInside(sides);
  const beyond = real.flatMap((side) => side.beyond);
  return {
    edgeMean: mean(({ edge }) => edge),
    edgeLeast: Math.min(
      1,
      least(({ edge }) => edge, 1),
    ),
    contrastMean: mean(({ contrast }) => contrast),
    contrastLeast: least(({ contrast }) => contrast, 0),
    colourSpread: Math.min(30, spreadOf(sides, paper)) / 10,
    brighter: mean(({ brighter }) => brighter),
    size: Math.sqrt(Math.abs(signedArea(corners)) / (edges.width * edges.height)),
    beyond: beyond.length > 0 ? beyond.reduce((sum, edge) => sum + edge, 0) / beyond.length : 0,
    ...alikeness(corners, paper, edges),
    borders: sides.length - real.length,
    oneDirection: mean(({ oneDirection }) => oneDirection),
    clearMean: mean(({ clear }) => clear),
    clearLeast: least(({ clear }) => clear, 0),
    uneven: sides.reduce((sum, { uneven }) => sum + uneven, 0) / 4,
    colourContrast: mean(({ colourContrast }) => colourContrast),
    shadow: mean(({ shadow }) => shadow),
  };
}

interface SideFeatures {
  isBorder: boolean;
  length: number;
  inside: Beside;
  edge: number;
  contrast: number;
  brighter: number;
  beyond: number[];
  oneDirection: number;
  clear: number;
  uneven: number;
  colourContrast: number;
  shadow: number;
}

function sideOf(candidate: Candidate, index: number): SideFeatures {
  const line = candidate.lines[index];
  if (!line) throw new RangeError('A page has four sides.');
  const { profile, isBorder } = line;
  const { from, to } = stretchOf(candidate, index);
  const length = to - from;
  // Corners are rounded, bent or held by a finger.
  const pad = 0.06 * length;
  const isInsideNear = offset(line, middleOf(candidate.corners)) > 0;
  const inside = profile.beside(isInsideNear, from + pad, to - pad);
  const outside = profile.beside(!isInsideNear, from + pad, to - pad);
  const edge = profile.sum('edge', from, to);
  const contrast = Math.hypot(
    inside.lightness - outside.lightness,
    inside.a - outside.a,
    inside.b - outside.b,
  );
  const colourContrast = Math.log1p(Math.hypot(inside.a - outside.a, inside.b - outside.b));
  const lighter = Math.tanh((inside.lightness - outside.lightness) / 15);
  const farther = Math.min(0.15 * length, 30);
  const beyond = [
    [from - farther, from - 5],
    [to + 5, to + farther],
  ].flatMap(([start = 0, end = 0]) => {
    const n = profile.sum('count', start, end);
    return n > 6 ? [profile.sum('edge', start, end) / n] : [];
  });
  return {
    isBorder,
    length,
    inside,
    edge: edge / Math.max(8, length),
    contrast: Math.log1p(contrast),
    brighter: lighter,
    beyond,
    oneDirection: Math.abs(profile.sum('signedEdge', from, to)) / Math.max(1, edge),
    clear: Math.log1p(contrast / Math.sqrt(inside.variance + outside.variance + 2)),
    uneven: Math.log1p(Math.sqrt(inside.variance)),
    colourContrast,
    shadow: Math.max(0, -lighter) / (1 + colourContrast),
  };
}

function middleOf(corners: Quad): Point {
  return {
    x: corners.reduce((sum, { x }) => sum + x, 0) / 4,
    y: corners.reduce((sum, { y }) => sum + y, 0) / 4,
  };
}

type Colour = Pick<Beside, 'lightness' | 'a' | 'b'>;

function colourDistance(one: Colour, other: Colour): number {
  return Math.hypot(LIGHTNESS_SHARE * (one.lightness - other.lightness), one.a - other.a, one.b - other.b);
}

/** The colour of the paper along the four sides. */
function meanInside(sides: SideFeatures[]): Colour {
  const total = sides.reduce((sum, { length }) => sum + length, 0);
  const mean = (of: (colour: Colour) => number) =>
    sides.reduce((sum, { inside, length }) => sum + of(inside) * length, 0) / total;
  return { lightness: mean(({ lightness }) => lightness), a: mean(({ a }) => a), b: mean(({ b }) => b) };
}

function spreadOf(sides: SideFeatures[], paper: Colour): number {
  const total = sides.reduce((sum, { length }) => sum + length, 0);
  return sides.reduce((sum, { inside, length }) => sum + length * colourDistance(inside, paper), 0) / total;
}

function alikeness(corners: Quad, paper: Colour, edges: EdgeMap) {
  const { width, height, lightness, a, b } = edges;
  const turn = Math.sign(signedArea(corners));
  const sides = sidesOf(corners).map((side) => ({ ...side, length: lengthOf(side) }));
  let inside = 0;
  let insideAlike = 0;
  let outside = 0;
  let outsideAlike = 0;
  for (let row = 0; row < CELLS; row += 1) {
    const y = Math.round(((row + 0.5) * height) / CELLS);
    for (let column = 0; column < CELLS; column += 1) {
      const x = Math.round(((column + 0.5) * width) / CELLS);
      let nearest = Number.POSITIVE_INFINITY;
      let isInside = true;
      for (const { from, to, length } of sides) {
        const distance = (turn * ((to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x))) / length;
        if (distance < 0) isInside = false;
        nearest = Math.min(nearest, Math.abs(distance));
      }
      const at = y * width + x;
      const colour = {
        lightness: lightness.values[at] ?? 0,
        a: a.values[at] ?? 0,
        b: b.values[at] ?? 0,
      };
      const alike = colourDistance(colour, paper) < ALIKE ? 1 : 0;
      if (!isInside) {
        outside += 1;
        outsideAlike += alike;
      } else if (nearest >= 4) {
        inside += 1;
        insideAlike += alike;
      }
    }
  }
  return {
    insideAlike: inside > 0 ? insideAlike / inside : 0,
    outsideAlike: outside > 5 ? outsideAlike / outside : 0.5,
  };
}
