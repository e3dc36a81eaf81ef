import { lengthOf, type Point, type Quad, sidesOf } from './geometry.ts';

/** A projective map of the plane, row by row: x' = (a x + b y + c) / (g x + h y + 1), y' = (d x + e y + f) / (g x + h y + 1). */
export type Homography = readonly [
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
  g: number,
  h: number,
];

/** Takes the unit square's corners, clockwise from 0, 0, to those of a page (Heckbert, 1989, section 2.2.3). */
export function squareTo([p0, p1, p2, p3]: Quad): Homography {
  const dx1 = p1.x - p2.x;
  const dx2 = p3.x - p2.x;
  const dx3 = p0.x - p1.x + p2.x - p3.x;
  const dy1 = p1.y - p2.y;
  const dy2 = p3.y - p2.y;
  const dy3 = p0.y - p1.y + p2.y - p3.y;
  const determinant = dx1 * dy2 - dx2 * dy1;
  const g = (dx3 * dy2 - dx2 * dy3) / determinant;
  const h = (dx1 * dy3 - dx3 * dy1) / determinant;
  return [
    p1.x - p0.x + g * p1.x,
    p3.x - p0.x + h * p3.x,
    p0.x,
    p1.y - p0.y + g * p1.y,
    p3.y - p0.y + h * p3.y,
    p0.y,
    g,
    h,
  ];
}

export function applied([a, b, c, d, e, f, g, h]: Homography, { x, y }: Point): Point {
  const w = g * x + h * y + 1;
  return { x: (a * x + b * y + c) / w, y: (d * x + e * y + f) / w };
}

/** Focal length of a phone's main camera (26 mm on film), as a share of the picture's diagonal. */
const FOCAL_LENGTH = 26 / 43.27;

/**
 * Width over height of a sheet of paper, from its corners in a photo (Zhang and He, 2007, section 3), with the
 * usual focal length. The means of opposite sides would make a slanted page too low.
 * @param photo pixels of the whole photo, uncropped
 */
export function trueProportions(corners: Quad, photo: { width: number; height: number }): number {
  const [a, b, , d, e, , g, h] = squareTo(corners);
  const focal = FOCAL_LENGTH * Math.hypot(photo.width, photo.height);
  const middle = { x: photo.width / 2, y: photo.height / 2 };
  const edge = (dx: number, dy: number, dw: number) =>
    Math.hypot((dx - middle.x * dw) / focal, (dy - middle.y * dw) / focal, dw);
  return edge(a, d, g) / edge(b, e, h);
}

/** Pixels of the straightened page: its true proportions, with the resolution of the longer of opposite sides. */
export function straightSize(
  corners: Quad,
  photo: { width: number; height: number },
): { width: number; height: number } {
  const [top, right, bottom, left] = sidesOf(corners);
  const across = Math.max(lengthOf(top), lengthOf(bottom));
  const down = Math.max(lengthOf(left), lengthOf(right));
  const proportions = trueProportions(corners, photo);
  // A slanted page is not stretched by more than twice its pixels, whatever the corners say.
  const width = Math.min(2 * across, Math.max(across, down * proportions));
  return {
    width: Math.max(1, Math.round(width)),
    height: Math.max(1, Math.round(Math.min(2 * down, width / proportions))),
  };
}
