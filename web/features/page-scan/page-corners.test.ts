import { expect, it } from 'vitest';
import type { Quad } from '../../../packages/page-finder/geometry.ts';
import { movedCorner, turnedCorners, WHOLE_PHOTO } from './page-corners.ts';

const PAGE: Quad = [
  { x: 0.1, y: 0.2 },
  { x: 0.8, y: 0.1 },
  { x: 0.9, y: 0.9 },
  { x: 0.2, y: 0.8 },
];

it('page corners: four quarters bring them back, and each begins at the upper left', () => {
  expect(turnedCorners(WHOLE_PHOTO, 1)).toEqual(WHOLE_PHOTO);
  const [first] = turnedCorners(PAGE, 1);
  // What was below on the left comes to lie above on the left.
  expect(first.x).toBeCloseTo(0.2);
  expect(first.y).toBeCloseTo(0.2);
  const back = turnedCorners(turnedCorners(PAGE, 3), 1);
  for (const [index, { x, y }] of PAGE.entries()) {
    expect(back[index]?.x).toBeCloseTo(x);
    expect(back[index]?.y).toBeCloseTo(y);
  }
});

it('page corners: a corner stays within the photo, and the four stay a page', () => {
  expect(movedCorner(PAGE, 0, { x: -1, y: 0.3 })?.[0]).toEqual({ x: 0, y: 0.3 });
  expect(movedCorner(PAGE, 0, { x: 0.85, y: 0.85 })).toBeNull();
});
