import { type EdgeMap, edgeMap } from './edge-map.ts';
import { isConvex, lengthOf, mapCorners, type Point, type Quad, signedArea } from './geometry.ts';
import { houghLines } from './hough-lines.ts';
import type { LabPicture } from './lab-picture.ts';
import { along, distanceAt, intersection, isSameLine, type Line } from './line.ts';
import { LineProfile } from './line-profile.ts';

export interface ProfiledLine extends Line {
  profile: LineProfile;
}

/** Four corners, and for each side, from its corner to the next, the line that it lies on. */
export interface Candidate {
  corners: Quad;
  lines: readonly [ProfiledLine, ProfiledLine, ProfiledLine, ProfiledLine];
}

/** Change (L*a*b*) below which a pixel is no edge. */
const FLOOR = 1.7;
/** Radius of the closing, pixels, which removes strokes of up to twice that width. */
const CLOSING = 3;
const LINES = 30;
const THIN_LINES = 24;
const KEPT = 260;
/** Corners may lie outside of the picture by this share of its width or height. */
const OUTSIDE = 0.08;
/** A page covers at least this share of the picture, and is at least this share of its shorter edge wide. */
const LEAST_AREA = 0.07;
const LEAST_WIDTH = 0.12;
/** Assumed share of edge of a side on the picture's border, where the page may go on unseen. */
const BORDER_EDGE = 0.35;
const MOST_BORDERS = 2;

/** @returns likely pages, and the edges that they were found in, pixels of the small picture */
export function candidates(lab: LabPicture): { found: Candidate[]; edges: EdgeMap } {
  const edges = edgeMap(lab, CLOSING);
  const lines = profiledLines(lab, edges);
  const pairs = oppositeSides(lines, edges);
  const crossings = crossingsOf(lines, edges);
  let found: { candidate: Candidate; likely: number }[] = [];
  let least = Number.NEGATIVE_INFINITY;
  const best = () => found.sort((one, other) => other.likely - one.likely).slice(0, KEPT);
  for (const [index, one] of pairs.entries()) {
    for (const other of pairs.slice(index + 1)) {
      const candidate = quadOf(lines, crossings, one, other, edges);
      if (!candidate) continue;
      const likely = likelihood(candidate, edges);
      if (likely === null || likely <= least) continue;
      found.push({ candidate, likely });
      if (found.length <= 2 * KEPT) continue;
      found = best();
      least = found.at(-1)?.likely ?? least;
    }
  }
  return { found: best().map(({ candidate }) => candidate), edges };
}

function profiledLines(lab: LabPicture, edges: EdgeMap): ProfiledLine[] {
  const { width, height } = lab;
  const middle = { x: width / 2, y: height / 2 };
  // An edge that is itself thin and dark was closed away: look once more with nothing closed.
  const open = edgeMap(lab, 0);
  const thin = houghLines(open, THIN_LINES, FLOOR * 1.5).map((line) => ({ ...line, isThin: true }));
  const distinct: Line[] = [];
  for (const line of [...houghLines(edges, LINES, FLOOR), ...thin]) {
    if (!distinct.some((other) => isSameLine(other, line, middle))) distinct.push(line);
  }
  const border = { isBorder: true, isThin: false };
  const all: Line[] = [
    ...distinct,
    { cos: 1, sin: 0, rho: 0, ...border },
    { cos: 1, sin: 0, rho: width - 1, ...border },
    { cos: 0, sin: 1, rho: 0, ...border },
    { cos: 0, sin: 1, rho: height - 1, ...border },
  ];
  const openEdges = { ...open, lightness: edges.lightness };
  return all.map((line) => ({ ...line, profile: new LineProfile(line, line.isThin ? openEdges : edges) }));
}

export function lineThrough(from: Point, to: Point, edges: EdgeMap): ProfiledLine {
  const length = lengthOf({ from, to });
  const [cos, sin] = [(from.y - to.y) / length, (to.x - from.x) / length];
  const line = { cos, sin, rho: cos * from.x + sin * from.y, isBorder: false, isThin: false };
  return { ...line, profile: new LineProfile(line, edges) };
}

type Pair = readonly [number, number];

/** Pairs of lines, by index, that could be opposite sides of a page: at an acute angle, and apart at the picture's middle. */
function oppositeSides(lines: Line[], { width, height }: EdgeMap): Pair[] {
  const middle = { x: width / 2, y: height / 2 };
  return lines.flatMap((one, index) =>
    lines.slice(index + 1).flatMap((other, offset): Pair[] => {
      const { cosine, pixels } = distanceAt(one, other, middle);
      const isOpposite = Math.abs(cosine) >= 0.78 && pixels >= LEAST_WIDTH * Math.min(width, height);
      return isOpposite ? [[index, index + 1 + offset]] : [];
    }),
  );
}

/** Where two lines cross in the picture or near it, by both indices. */
function crossingsOf(lines: Line[], { width, height }: EdgeMap): (Point | null)[][] {
  const isWithin = ({ x, y }: Point) =>
    x >= -OUTSIDE * width &&
    y >= -OUTSIDE * height &&
    x <= width - 1 + OUTSIDE * width &&
    y <= height - 1 + OUTSIDE * height;
  return lines.map((one) =>
    lines.map((other) => {
      const point = one === other ? null : intersection(one, other, 0.5);
      return point && isWithin(point) ? point : null;
    }),
  );
}

function quadOf(
  lines: ProfiledLine[],
  crossings: (Point | null)[][],
  [i, k]: Pair,
  [j, m]: Pair,
  { width, height }: EdgeMap,
): Candidate | null {
  if (i === j || i === m || k === j || k === m) return null;
  const a = crossings[i]?.[j];
  const b = crossings[j]?.[k];
  const c = crossings[k]?.[m];
  const d = crossings[m]?.[i];
  if (!a || !b || !c || !d) return null;
  const corners: Quad = [a, b, c, d];
  if (Math.abs(signedArea(corners)) < LEAST_AREA * width * height || !isConvex(corners)) return null;
  const [left, top, right, bottom] = [lines[i], lines[j], lines[k], lines[m]];
  if (!left || !top || !right || !bottom) return null;
  return { corners, lines: [top, right, bottom, left] };
}

/** A cheap estimate from the edges on its sides and from its size; null with too many sides on the picture's borders. */
function likelihood({ corners, lines }: Candidate, { width, height }: EdgeMap): number | null {
  let sum = 0;
  let least = 1;
  let borders = 0;
  for (const [index, line] of lines.entries()) {
    const { from, to } = stretchOf({ corners, lines }, index);
    const length = to - from;
    const edge = line.isBorder ? BORDER_EDGE : length < 8 ? 0 : line.profile.sum('edge', from, to) / length;
    if (line.isBorder) borders += 1;
    sum += edge;
    least = Math.min(least, edge);
  }
  if (borders > MOST_BORDERS) return null;
  const share = Math.abs(signedArea(corners)) / (width * height);
  return sum / 4 + 0.5 * least + 0.25 * Math.sqrt(share);
}

/** Where side `index` begins and ends along its line. */
export function stretchOf({ corners, lines }: Candidate, index: number): { from: number; to: number } {
  const line = lines[index];
  const first = corners[index];
  const second = corners[(index + 1) % 4];
  if (!line || !first || !second) throw new RangeError('A page has four sides.');
  const ends = [along(line, first), along(line, second)];
  return { from: Math.min(...ends), to: Math.max(...ends) };
}

/** The corners in pixels of the original picture, where the first pixel's centre is at 0.5, 0.5. */
export function enlargedCorners(corners: Quad, scale: { x: number; y: number }): Quad {
  return mapCorners(corners, ({ x, y }) => ({ x: (x + 0.5) * scale.x, y: (y + 0.5) * scale.y }));
}
