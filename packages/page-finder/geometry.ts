/** A point of a picture, pixels from its upper left; the first pixel's centre is at 0.5, 0.5 unless stated otherwise. */
export interface Point {
  x: number;
  y: number;
}

/** Four corners, clockwise on the screen, from the upper left. */
export type Quad = readonly [Point, Point, Point, Point];

export interface Side {
  from: Point;
  to: Point;
}

/** Upper, right, lower and left side. */
export function sidesOf([a, b, c, d]: Quad): [Side, Side, Side, Side] {
  return [
    { from: a, to: b },
    { from: b, to: c },
    { from: c, to: d },
    { from: d, to: a },
  ];
}

export function mapCorners(quad: Quad, to: (corner: Point, index: number) => Point): Quad {
  return [to(quad[0], 0), to(quad[1], 1), to(quad[2], 2), to(quad[3], 3)];
}

export function lengthOf({ from, to }: Side): number {
  return Math.hypot(to.x - from.x, to.y - from.y);
}

/** Twice the area of the triangle, positive where c lies to the right of the line from a to b on the screen. */
export function cross(a: Point, b: Point, c: Point): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/** Positive for corners that run clockwise on the screen. */
export function signedArea([a, b, c, d]: Quad): number {
  return (cross(a, b, c) + cross(a, c, d)) / 2;
}

/** All four corners turn the same way. @param least twice the area of each corner's triangle: more than a rounding error */
export function isConvex([a, b, c, d]: Quad, least = 0): boolean {
  const turns = [cross(a, b, c), cross(b, c, d), cross(c, d, a), cross(d, a, b)];
  return turns.every((turn) => turn > least) || turns.every((turn) => turn < -least);
}

/** Whether a page can be straightened: not with three corners on a line. @param corners shares of a photo's width and height */
export const isPageShape = (corners: Quad): boolean => isConvex(corners, 1e-6);

/** The same corners clockwise, from the one that is nearest to the upper left. */
export function inReadingOrder(quad: Quad): Quad {
  const [a, b, c, d] = signedArea(quad) < 0 ? [quad[3], quad[2], quad[1], quad[0]] : quad;
  const orders: Quad[] = [
    [a, b, c, d],
    [b, c, d, a],
    [c, d, a, b],
    [d, a, b, c],
  ];
  const nearness = ([{ x, y }]: Quad) => x + y;
  return orders.reduce((best, order) => (nearness(order) < nearness(best) ? order : best));
}

/** Each corner is near one of the other's, in the same order. @param share most distance, as a share of the root of the other's area */
export function isSameQuad(one: Quad, other: Quad, share: number): boolean {
  const farthest = share * Math.sqrt(Math.abs(signedArea(other)));
  return [0, 1, 2, 3].some((turn) =>
    one.every((from, index) => lengthOf({ from, to: other[(index + turn) % 4] ?? from }) < farthest),
  );
}

/** The corners moved towards their mean by a share of the distance: the sides of real paper bow. */
export function inset(quad: Quad, share: number): Quad {
  const x = quad.reduce((sum, corner) => sum + corner.x, 0) / 4;
  const y = quad.reduce((sum, corner) => sum + corner.y, 0) / 4;
  return mapCorners(quad, (corner) => ({
    x: corner.x + (x - corner.x) * share,
    y: corner.y + (y - corner.y) * share,
  }));
}

/** First pixel, and the one after the last, of a range in percent; at least one pixel. */
export function pixelRange(start: number, length: number, of: number): [number, number] {
  const first = Math.min(Math.round((start / 100) * of), of - 1);
  return [first, Math.max(first + 1, Math.min(of, Math.round(((start + length) / 100) * of)))];
}
