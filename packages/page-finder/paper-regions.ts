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

/** Changes (L*a*b*) below which neighbouring pixels are of one surface. */
const QUIET = [2.5, 3.5, 5, 7, 10];
/** A surface leaks through gaps in its edge only from twice as many pixels on; of half the map's size, as all here. */
const GAP = 1;
/** Shares of the picture that a surface covers, and a part of one; so many are looked at, the largest. */
const SIZE = { least: 0.05, most: 0.95, part: 0.01, count: 6 };
/** The parts of a folded sheet are so alike (L*a*b*; lightness counts less, as they lie in different light) and so near. */
const PARTS = { alike: 9, lightness: 0.2, apart: 3, larger: 1.08 };
/** Least overlap with a quadrilateral, and most of its sides on the picture's borders. */
const PAGE = { agreement: 0.8, border: 0.3 };
/** Corners of an outline that are looked at. */
const CORNERS = 24;
/** Corners that are so near are the same, share of the surface's size. */
const SAME = 0.05;

/** A surface that could be a page. */
export interface PaperRegion {
  corners: Quad;
  /** overlap of the surface with the quadrilateral */
  agreement: number;
  /** how often it is the same over the levels of quiet, alone or with parts beside it, 1 to 5 */
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
 * Looks for surfaces with an edge all around, at several levels of what counts as one: a page is the same at most of them
 * (maximally stable extremal regions: Matas et al., 2002). Parts of like colour beside one another count as one, too: a
 * fold has an edge.
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

/** 1 where a surface is, with the half of its edge that lies within, and without holes. */
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

/** @param seen is written to */
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

/** With the parts of its colour that lie beside it; null where that is hardly more. */
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

/** Print and pictures within the surface belong to it. @param surface is changed */
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

/** Without the corners that take least away. */
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

/** Share of the circumference that lies on the picture's borders. */
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
