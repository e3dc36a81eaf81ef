import type { Point } from './geometry.ts';

/** All points with `x * cos + y * sin = rho`; the normal (cos, sin) has length 1. */
export interface Line {
  cos: number;
  sin: number;
  rho: number;
  /** a border of the picture, where a page may go on beyond it */
  isBorder: boolean;
  /** found only before thin dark things were closed away */
  isThin: boolean;
}

/** How far along the line a point lies, pixels. */
export function along({ cos, sin }: Line, { x, y }: Point): number {
  return cos * y - sin * x;
}

/** On which side of the line a point lies, and how far, pixels. */
export function offset({ cos, sin, rho }: Line, { x, y }: Point): number {
  return cos * x + sin * y - rho;
}

/** Null where the lines are nearly parallel. @param least sine of the angle between them */
export function intersection(one: Line, other: Line, least: number): Point | null {
  const sine = one.cos * other.sin - other.cos * one.sin;
  if (Math.abs(sine) < least) return null;
  return {
    x: (one.rho * other.sin - other.rho * one.sin) / sine,
    y: (one.cos * other.rho - other.cos * one.rho) / sine,
  };
}

/** Cosine of the angle between two lines, and how far apart they are at a point, pixels. */
export function distanceAt(one: Line, other: Line, point: Point): { cosine: number; pixels: number } {
  const cosine = one.cos * other.cos + one.sin * other.sin;
  const sign = cosine < 0 ? -1 : 1;
  return { cosine, pixels: Math.abs(offset(one, point) - sign * offset(other, point)) };
}

/** The same line for our purpose: within 2 degrees, and 2 px at the picture's middle. */
export function isSameLine(one: Line, other: Line, middle: Point): boolean {
  if (Math.abs(one.cos * other.sin - other.cos * one.sin) > 0.035) return false;
  return distanceAt(one, other, middle).pixels < 2;
}

/** Where the line enters and leaves a picture; null when it hardly touches it. */
export function clip({ cos, sin, rho }: Line, width: number, height: number): [Point, Point] | null {
  const crossings: Point[] = [];
  if (Math.abs(sin) > 1e-6) {
    crossings.push({ x: 0, y: rho / sin }, { x: width - 1, y: (rho - (width - 1) * cos) / sin });
  }
  if (Math.abs(cos) > 1e-6) {
    crossings.push({ x: rho / cos, y: 0 }, { x: (rho - (height - 1) * sin) / cos, y: height - 1 });
  }
  const within = crossings.filter(
    ({ x, y }) => x >= -0.5 && y >= -0.5 && x <= width - 0.5 && y <= height - 0.5,
  );
  let longest = 10;
  let ends: [Point, Point] | null = null;
  for (const [index, from] of within.entries()) {
    for (const to of within.slice(index + 1)) {
      const length = Math.hypot(to.x - from.x, to.y - from.y);
      if (length <= longest) continue;
      longest = length;
      ends = [from, to];
    }
  }
  return ends;
}
