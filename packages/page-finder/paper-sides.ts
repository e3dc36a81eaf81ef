import type { EdgeMap } from './edge-map.ts';
import { cross, inset, isConvex, lengthOf, type Point, type Quad, sidesOf, signedArea } from './geometry.ts';
import { intersection } from './line.ts';
import { LineProfile } from './line-profile.ts';
import { newPlane, type Plane } from './plane.ts';
import type { Candidate, ProfiledLine } from './quad-candidates.ts';

/** A likely page, and how sure it is that paper begins at its sides. */
export interface PaperSides {
  candidate: Candidate;
  /** of the side that is worst: -1 where the table goes on inside of it, 0 where table and paper look alike, 1 where paper begins */
  paper: number;
}

/** L*a*b* colours are counted in cells of this size; light falls unevenly on table and paper, so lightness counts little. */
const CELL = { lightness: 34, colour: 8 };
const MOST_COLOUR = 60;
/** The page's own colours are read so far from its sides, share of the way to its middle, as they may lie beside the paper. */
const CORE = 0.12;
/** A colour that is rarer than this says little. */
const RARE = 0.0005;
/** Share of the picture that has to lie around the page, as less says nothing. */
const LEAST_BESIDE = 0.0025;
/** How far a side may move inwards, share of the page's shortest side. */
const REACH = 0.4;
/** Least number of pixels of table, on average along a side, for which it moves. */
const LEAST_TABLE = 2;
const SAMPLES = 40;
const BAND = { from: 3, to: 10 };

/**
 * A side may lie on a line of the table, with table inside of it. Gives the page as it is, and, where that is so, with such sides moved inwards to
 * the line that divides the colours of paper and table best (region competition: Zhu and Yuille, 1996).
 */
export function paperSides(candidate: Candidate, edges: EdgeMap): PaperSides[] {
  const likeness = paperLikeness(candidate.corners, edges, { cell: CELL, core: CORE, around: 0 });
  if (!likeness) return [{ candidate, paper: 1 }];
  const turn = Math.sign(signedArea(candidate.corners));
  const sides = sidesOf(candidate.corners);
  const reach = Math.round(REACH * Math.min(...sides.map(lengthOf)));
  const moved = sides.map((side) => {
    const inwards = {
      x: (-turn * (side.to.y - side.from.y)) / lengthOf(side),
      y: (turn * (side.to.x - side.from.x)) / lengthOf(side),
    };
    const rows = tableInside(side.from, side.to, inwards, reach + BAND.to, likeness);
    const shift = dividingLine(rows, reach);
    const at = (end: Point, by: number) => ({ x: end.x + inwards.x * by, y: end.y + inwards.y * by });
    return {
      asItIs: paperAt(rows, 0, 0),
      laid: paperAt(rows, shift.from, shift.to),
      side: shift.from + shift.to > 0 ? { from: at(side.from, shift.from), to: at(side.to, shift.to) } : null,
    };
  });
  const asItIs = { candidate, paper: Math.min(...moved.map((side) => side.asItIs)) };
  if (moved.every(({ side }) => !side)) return [asItIs];
  const laid = withSides(
    candidate,
    moved.map(({ side }) => side),
    edges,
  );
  return laid ? [asItIs, { candidate: laid, paper: Math.min(...moved.map((side) => side.laid)) }] : [asItIs];
}

/**
 * @param options.core share of the way to the page's middle from which on it is read
 * @param options.around share of that way by which what counts as table keeps away from the page
 * @returns how much likelier each pixel's colour is of the page than of what lies around it, -1 to 1; null where nothing lies around
 */
export function paperLikeness(
  quad: Quad,
  { width, height, lightness, a, b }: EdgeMap,
  { cell, core, around }: { cell: typeof CELL; core: number; around: number },
): Plane | null {
  const plane = newPlane(width, height);
  const cells = new Uint16Array(width * height);
  const colours = Math.ceil((2 * MOST_COLOUR) / cell.colour) + 1;
  const levels = Math.ceil(101 / cell.lightness);
  const inside = new Float64Array(levels * colours * colours);
  const outside = new Float64Array(inside.length);
  const colourOf = (value: number) =>
    Math.round((Math.max(-MOST_COLOUR, Math.min(MOST_COLOUR, value)) + MOST_COLOUR) / cell.colour);
  const isCore = contains(inset(quad, core));
  const isPage = contains(inset(quad, -around));
  let [counted, beside] = [0, 0];
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const level = Math.max(
        0,
        Math.min(levels - 1, Math.floor((lightness.values[at] ?? 0) / cell.lightness)),
      );
      const colour = (level * colours + colourOf(a.values[at] ?? 0)) * colours + colourOf(b.values[at] ?? 0);
      cells[at] = colour;
      // Every second pixel tells enough.
      if ((x + y) % 2 === 1) continue;
      if (isCore(x, y)) {
        inside[colour] = (inside[colour] ?? 0) + 1;
        counted += 1;
      } else if (!isPage(x, y)) {
        outside[colour] = (outside[colour] ?? 0) + 1;
        beside += 1;
      }
    }
  }
  if (counted === 0 || beside < LEAST_BESIDE * cells.length) return null;
  const likeness = inside.map((count, at) => {
    const [here, there] = [count / counted, (outside[at] ?? 0) / beside];
    return (here - there) / (here + there + RARE);
  });
  for (let at = 0; at < cells.length; at += 1) plane.values[at] = likeness[cells[at] ?? 0] ?? 0;
  return plane;
}

export function contains(quad: Quad): (x: number, y: number) => boolean {
  const turn = Math.sign(signedArea(quad));
  const sides = sidesOf(quad);
  return (x, y) => sides.every(({ from, to }) => turn * cross(from, to, { x, y }) > 0);
}

/** From places along a side inwards, pixel by pixel: how much more table than paper there was, as running sums. */
function tableInside(from: Point, to: Point, inwards: Point, depth: number, likeness: Plane): Float32Array[] {
  return Array.from({ length: SAMPLES }, (_, sample) => {
    const t = shareAt(sample);
    const sums = new Float32Array(depth + 1);
    for (let d = 0; d < depth; d += 1) {
      const x = Math.round(from.x + (to.x - from.x) * t + inwards.x * d);
      const y = Math.round(from.y + (to.y - from.y) * t + inwards.y * d);
      const isWithin = x >= 0 && y >= 0 && x < likeness.width && y < likeness.height;
      sums[d + 1] = (sums[d] ?? 0) - (isWithin ? (likeness.values[y * likeness.width + x] ?? 0) : 0);
    }
    return sums;
  });
}

/** Corners are rounded, bent or held by a finger. */
const shareAt = (sample: number) => 0.05 + (0.9 * (sample + 0.5)) / SAMPLES;

const meanOf = (rows: Float32Array[], from: number, to: number, shift: number) =>
  rows.reduce(
    (sum, row, sample) => sum + (row[Math.round(from + (to - from) * shareAt(sample)) + shift] ?? 0),
    0,
  ) / rows.length;

function paperAt(rows: Float32Array[], from: number, to: number): number {
  return (meanOf(rows, from, to, BAND.from) - meanOf(rows, from, to, BAND.to)) / (BAND.to - BAND.from);
}

/** How far inwards both ends of a side move so that most table and least paper is left out; 0 for hardly any. */
function dividingLine(rows: Float32Array[], reach: number): { from: number; to: number } {
  let best = { from: 0, to: 0, table: 0 };
  for (const step of [8, 4, 2, 1]) {
    const around =
      step === 8 ? { from: reach / 2, to: reach / 2, steps: Math.ceil(reach / 16) } : { ...best, steps: 2 };
    for (let i = -around.steps; i <= around.steps; i += 1) {
      for (let k = -around.steps; k <= around.steps; k += 1) {
        const from = Math.max(0, Math.min(reach, Math.round(around.from) + i * step));
        const to = Math.max(0, Math.min(reach, Math.round(around.to) + k * step));
        const table = meanOf(rows, from, to, 0);
        if (table > best.table) best = { from, to, table };
      }
    }
  }
  return best.table < LEAST_TABLE ? { from: 0, to: 0 } : best;
}

/** Null where the four sides are no page any more. */
function withSides(
  { lines }: Candidate,
  sides: ({ from: Point; to: Point } | null)[],
  edges: EdgeMap,
): Candidate | null {
  const laid = lines.map((line, index) => {
    const side = sides[index];
    return side ? lineThrough(side.from, side.to, edges) : line;
  });
  const [top, right, bottom, left] = laid;
  if (!top || !right || !bottom || !left) return null;
  const [a, b, c, d] = [
    [left, top],
    [top, right],
    [right, bottom],
    [bottom, left],
  ].map(([one = top, other = top]) => intersection(one, other, 0.3));
  if (!a || !b || !c || !d || !isConvex([a, b, c, d])) return null;
  return { corners: [a, b, c, d], lines: [top, right, bottom, left] };
}

function lineThrough(from: Point, to: Point, edges: EdgeMap): ProfiledLine {
  const length = lengthOf({ from, to });
  const [cos, sin] = [(from.y - to.y) / length, (to.x - from.x) / length];
  const line = { cos, sin, rho: cos * from.x + sin * from.y, isBorder: false, isThin: false };
  return { ...line, profile: new LineProfile(line, edges) };
}
