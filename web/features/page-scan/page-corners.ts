import {
  isPageShape,
  mapCorners,
  type Point,
  type Quad,
  signedArea,
} from '../../../packages/page-finder/geometry.ts';

/** The whole photo, shares of its width and height. */
export const WHOLE_PHOTO: Quad = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
];

/** Least share of the photo that a page covers; the server's limit is somewhat lower. */
const LEAST_AREA = 0.025;

/** Corners on the photo after quarter turns clockwise, again from the upper left. */
export function turnedCorners(corners: Quad, quarters: number): Quad {
  let turned = corners;
  for (let quarter = 0; quarter < quarters; quarter += 1) {
    const [a, b, c, d] = mapCorners(turned, ({ x, y }) => ({ x: 1 - y, y: x }));
    turned = [d, a, b, c];
  }
  return turned;
}

/** Moves one corner, within the photo; null if the four would no longer be a page. */
export function movedCorner(corners: Quad, index: number, to: Point): Quad | null {
  const within = (value: number) => Math.min(1, Math.max(0, value));
  const moved = mapCorners(corners, (corner, at) =>
    at === index ? { x: within(to.x), y: within(to.y) } : corner,
  );
  return isPageShape(moved) && signedArea(moved) >= LEAST_AREA ? moved : null;
}
