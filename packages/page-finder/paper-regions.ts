import type { EdgeMap } from './edge-map.ts';
import {
  cross,
  isSameQuad,
  lengthOf,
  mapCorners,
  type Point,
  type Quad,
  type Side,
  sidesOf,
  signedArea,
} from './geometry.ts';
import { close, dilate, erode, newPlane, type Plane } from './plane.ts';

/** Changes (L*a*b*) below which a pixel is no edge: the levels at which surfaces are looked for. */
const QUIET = [2.5, 3.5, 5, 7, 10];
/** Surfaces are shrunk by so many pixels and leak through no gap of up to twice as many. All pixels are of the map at half size. */
const GAP = 1;
/** Share of the picture that a surface covers, least share of a part of one, and how many surfaces are tried, the largest first. */
const SIZE = { least: 0.05, most: 0.95, part: 0.01, count: 6 };
/** Parts of a folded sheet: most difference (L*a*b*), weight of lightness in it, as their light differs, half their distance, least growth. */
const PARTS = { alike: 9, lightness: 0.2, apart: 3, larger: 1.08 };
/** Least overlap with the quadrilateral, and largest share of its sides on the picture's borders. */
const PAGE = { agreement: 0.8, border: 0.3 };
/** Most corners of an outline. */
const CORNERS = 24;
/** Corners that are nearer than this are the same, share of the quadrilateral's size. */
const SAME = 0.05;

/** A surface that could be a page. */
export interface PaperRegion {
  corners: Quad;
  /** overlap of the surface with the quadrilateral: intersection over union */
  agreement: number;
  /** how often it was found over the levels of `QUIET`, alone or joined with other parts; 1 to 5 */
  levels: number;
}

/** Connected pixels without an edge between them, and their mean colour. */
interface Part {
  pixels: number[];
  lightness: number;
  a: number;
  b: number;
}

/**
 * Looks for surfaces with an edge all around, at several thresholds of what is an edge: a page is the same at most of them
 * (maximally stable extremal regions: Matas et al., 2002). Near parts of similar colour are also tried as one surface,
 * since a fold is an edge.
 */
export function paperRegions(edges: EdgeMap): PaperRegion[] {
  const changes = strongestOfFour(edges.magnitude);
  let found: PaperRegion[] = [];
  for (const quiet of QUIET) {
    for (const surface of surfacesAt(quiet, changes, edges)) {
      const half = largestQuad(simplified(hullOf(surface)));
      if (!half || borderShare(half, surface) > PAGE.border) continue;
      const agreement = agreementOf(half, surface);
      if (agreement < PAGE.agreement) continue;
      const corners = mapCorners(half, ({ x, y }) => ({ x: 2 * x + 0.5, y: 2 * y + 0.5 }));
      const same = found.find((other) => isSameQuad(other.corners, corners, SAME));
      const levels = Math.min(QUIET.length, (same?.levels ?? 0) + 1);
      found = [...found.filter((other) => other !== same), { corners, agreement, levels }];
    }
  }
  return found;
}

function strongestOfFour({ values, width, height }: Plane): Plane {
  const half = newPlane(width >> 1, height >> 1);
  for (let y = 0, to = 0; y < half.height; y += 1) {
    for (let x = 0; x < half.width; x += 1, to += 1) {
      const at = 2 * y * width + 2 * x;
      half.values[to] = Math.max(
        values[at] ?? 0,
        values[at + 1] ?? 0,
        values[at + width] ?? 0,
        values[at + width + 1] ?? 0,
      );
    }
  }
  return half;
}

/** Masks of surfaces, 1 within; each with the inner half of its edge, and without holes. */
function surfacesAt(quiet: number, { values, width, height }: Plane, edges: EdgeMap): Plane[] {
  const calm = newPlane(width, height);
  for (let at = 0; at < values.length; at += 1) calm.values[at] = (values[at] ?? 0) < quiet ? 1 : 0;
  const parts = partsOf(erode(calm, GAP, calm), edges)
    .filter(({ pixels }) => pixels.length > SIZE.part * values.length)
    .sort((one, other) => other.pixels.length - one.pixels.length);
  return parts
    .filter(
      ({ pixels: { length } }) => length > SIZE.least * values.length && length < SIZE.most * values.length,
    )
    .slice(0, SIZE.count)
    .flatMap((part) => [withAlike(part, parts, calm), planeOf(part.pixels, calm)])
    .flatMap((surface) => (surface ? [withoutHoles(dilate(surface, GAP + 1, surface))] : []));
}

function partsOf(calm: Plane, { lightness, a, b, width }: EdgeMap): Part[] {
  const seen = new Uint8Array(calm.values.length);
  const parts: Part[] = [];
  for (let start = 0; start < seen.length; start += 1) {
    if (seen[start] || calm.values[start] !== 1) continue;
    const pixels = connected(calm, start, seen);
    const mean = ({ values }: Plane) =>
      pixels.reduce((sum, at) => {
        const row = Math.floor(at / calm.width);
        return sum + (values[2 * row * width + 2 * (at - row * calm.width)] ?? 0);
      }, 0) / pixels.length;
    parts.push({ pixels, lightness: mean(lightness), a: mean(a), b: mean(b) });
  }
  return parts;
}

/** The pixels of value 1 that are connected with `start`. @param seen marks them */
function connected({ values, width, height }: Plane, start: number, seen: Uint8Array): number[] {
  const pixels = [start];
  seen[start] = 1;
  const visit = (at: number) => {
    if (seen[at] || values[at] !== 1) return;
    seen[at] = 1;
    pixels.push(at);
  };
  for (const at of pixels) {
    const x = at % width;
    if (x > 0) visit(at - 1);
    if (x < width - 1) visit(at + 1);
    if (at >= width) visit(at - width);
    if (at < width * (height - 1)) visit(at + width);
  }
  return pixels;
}

function planeOf(pixels: number[], { width, height }: Plane): Plane {
  const plane = newPlane(width, height);
  for (const at of pixels) plane.values[at] = 1;
  return plane;
}

/** A part joined with near parts of its colour; null where that is hardly larger. */
function withAlike(part: Part, parts: Part[], like: Plane): Plane | null {
  const alike = parts.filter(
    ({ lightness, a, b }) =>
      Math.hypot(PARTS.lightness * (lightness - part.lightness), a - part.a, b - part.b) < PARTS.alike,
  );
  if (alike.length === 1) return null;
  const closed = close(
    planeOf(
      alike.flatMap(({ pixels }) => pixels),
      like,
    ),
    PARTS.apart,
  );
  const pixels = connected(closed, part.pixels[0] ?? 0, new Uint8Array(closed.values.length));
  return pixels.length < PARTS.larger * part.pixels.length ? null : planeOf(pixels, like);
}

/** Print and pictures within the surface belong to it. @param surface changed in place */
function withoutHoles(surface: Plane): Plane {
  const { values, width, height } = surface;
  for (let at = 0; at < values.length; at += 1) values[at] = 1 - (values[at] ?? 0);
  const isOutside = new Uint8Array(values.length);
  const visit = (at: number) => {
    if (values[at] === 1 && !isOutside[at]) connected(surface, at, isOutside);
  };
  for (let x = 0; x < width; x += 1) {
    visit(x);
    visit(width * (height - 1) + x);
  }
  for (let start = 0; start < values.length; start += width) {
    visit(start);
    visit(start + width - 1);
  }
  for (let at = 0; at < values.length; at += 1) values[at] = 1 - (isOutside[at] ?? 0);
  return surface;
}

/** The convex hull, clockwise on the screen (Andrew, 1979). */
function hullOf({ values, width, height }: Plane): Point[] {
  const points: Point[] = [];
  for (let y = 0; y < height; y += 1) {
    const row = values.subarray(y * width, (y + 1) * width);
    const first = row.indexOf(1);
    if (first >= 0) points.push({ x: first, y }, { x: row.lastIndexOf(1), y });
  }
  points.sort((one, other) => one.x - other.x || one.y - other.y);
  return [...halfHull(points), ...halfHull(points.reverse())];
}

function halfHull(points: Point[]): Point[] {
  const chain: Point[] = [];
  for (const point of points) {
    for (;;) {
      const [before, last] = chain.slice(-2);
      if (!before || !last || cross(before, last, point) > 0) break;
      chain.pop();
    }
    chain.push(point);
  }
  return chain.slice(0, -1);
}

/** Leaves out the corners that change the area least. */
function simplified(hull: Point[]): Point[] {
  const points = [...hull];
  while (points.length > CORNERS) {
    let [least, index] = [Number.POSITIVE_INFINITY, 0];
    for (const [at, point] of points.entries()) {
      const area = Math.abs(
        cross(points.at(at - 1) ?? point, point, points[(at + 1) % points.length] ?? point),
      );
      if (area < least) [least, index] = [area, at];
    }
    points.splice(index, 1);
  }
  return points;
}

/** The largest quadrilateral of an outline's corners: for each diagonal the farthest corner on both sides. */
function largestQuad(outline: Point[]): Quad | null {
  let [largest, most]: [Quad | null, number] = [null, 0];
  for (const [from, a] of outline.entries()) {
    for (let to = from + 2; to < outline.length; to += 1) {
      const c = outline[to] ?? a;
      const areaWith = (point: Point) => Math.abs(cross(a, c, point));
      const farthest = (points: Point[]) =>
        points.reduce((far, point) => (areaWith(point) > areaWith(far) ? point : far), a);
      const b = farthest(outline.slice(from + 1, to));
      const d = farthest([...outline.slice(to + 1), ...outline.slice(0, from)]);
      if (b === a || d === a || areaWith(b) + areaWith(d) <= most) continue;
      most = areaWith(b) + areaWith(d);
      largest = [a, b, c, d];
    }
  }
  return largest;
}

/** Share of the perimeter that lies on the picture's borders. */
function borderShare(quad: Quad, { width, height }: Plane): number {
  const borders = ({ x, y }: Point) => [x < 3, y < 3, x > width - 4, y > height - 4];
  const sides = sidesOf(quad).map((side) => {
    const [from, to] = [borders(side.from), borders(side.to)];
    return { length: lengthOf(side), isOn: from.some((isOn, border) => isOn && to[border]) };
  });
  const total = (lengths: typeof sides) => lengths.reduce((sum, { length }) => sum + length, 0);
  return total(sides.filter(({ isOn }) => isOn)) / total(sides);
}

function agreementOf(quad: Quad, { values, width }: Plane): number {
  const turn = Math.sign(signedArea(quad));
  const [a, b, c, d] = sidesOf(quad);
  const point = { x: 0, y: 0 };
  const isWithin = ({ from, to }: Side) => turn * cross(from, to, point) >= 0;
  let [both, either] = [0, 0];
  for (let at = 0; at < values.length; at += 1) {
    point.x = at % width;
    point.y = (at - point.x) / width;
    const isIn = isWithin(a) && isWithin(b) && isWithin(c) && isWithin(d);
    const isSurface = values[at] === 1;
    if (isIn && isSurface) both += 1;
    if (isIn || isSurface) either += 1;
  }
  return both / either;
}
