import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type CropBox,
  type CropHandle,
  dragged,
  FIRST_CROP,
  isSameBox,
  MINIMUM_CROP,
  rotatedBox,
} from './crop-box.ts';

const HANDLES: CropHandle[] = ['top-left', 'top-right', 'bottom-left', 'bottom-right', 'frame'];
const handle = fc.constantFrom(...HANDLES);
const delta = fc.double({ min: -250, max: 250, noNaN: true });
const drags = fc.array(fc.tuple(handle, delta, delta), { maxLength: 30 });
const ROUNDING = 1e-9;

const reached = (steps: [CropHandle, number, number][]) =>
  steps.reduce<CropBox>((box, [which, dx, dy]) => dragged(box, which, dx, dy), FIRST_CROP);

it('crop box: starts 10 percent inside on all sides', () => {
  expect(FIRST_CROP).toEqual({ x: 10, y: 10, width: 80, height: 80 });
});

it('crop box: stays inside the photo and never gets smaller than 10 percent, wherever its handles are dragged', () => {
  fc.assert(
    fc.property(drags, (steps) => {
      const { x, y, width, height } = reached(steps);
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(100 + ROUNDING);
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(MINIMUM_CROP - ROUNDING);
    }),
  );
});

it('crop box: moves as a whole without changing its size', () => {
  fc.assert(
    fc.property(drags, delta, delta, (steps, dx, dy) => {
      const box = reached(steps);
      const moved = dragged(box, 'frame', dx, dy);
      expect([moved.width, moved.height]).toEqual([box.width, box.height]);
    }),
  );
});

it('crop box: a dragged corner leaves the opposite corner where it is', () => {
  fc.assert(
    fc.property(drags, delta, delta, (steps, dx, dy) => {
      const box = reached(steps);
      const byTopLeft = dragged(box, 'top-left', dx, dy);
      expect(byTopLeft.x + byTopLeft.width).toBeCloseTo(box.x + box.width, 8);
      expect(byTopLeft.y + byTopLeft.height).toBeCloseTo(box.y + box.height, 8);
      const byBottomRight = dragged(box, 'bottom-right', dx, dy);
      expect([byBottomRight.x, byBottomRight.y]).toEqual([box.x, box.y]);
      const byTopRight = dragged(box, 'top-right', dx, dy);
      expect(byTopRight.x).toBe(box.x);
      expect(byTopRight.y + byTopRight.height).toBeCloseTo(box.y + box.height, 8);
    }),
  );
});

it('crop box: follows a dragged corner exactly while there is room', () => {
  expect(dragged(FIRST_CROP, 'top-left', 5, -5)).toEqual({ x: 15, y: 5, width: 75, height: 85 });
  expect(dragged(FIRST_CROP, 'bottom-left', 20, 3)).toEqual({ x: 30, y: 10, width: 60, height: 83 });
  expect(dragged(FIRST_CROP, 'bottom-right', -90, 90)).toEqual({ x: 10, y: 10, width: 10, height: 90 });
  expect(dragged(FIRST_CROP, 'frame', -30, 7)).toEqual({ x: 0, y: 17, width: 80, height: 80 });
});

it('crop box: rotates with the photo, four times round and back again', () => {
  expect(rotatedBox({ x: 0, y: 0, width: 50, height: 20 }, true)).toEqual({
    x: 80,
    y: 0,
    width: 20,
    height: 50,
  });
  expect(isSameBox(rotatedBox(FIRST_CROP, true), FIRST_CROP)).toBe(true);
  fc.assert(
    fc.property(drags, fc.boolean(), (steps, clockwise) => {
      const box = reached(steps);
      expect(isSameBox(rotatedBox(rotatedBox(box, clockwise), !clockwise), box)).toBe(true);
      let round = box;
      for (let turn = 0; turn < 4; turn++) round = rotatedBox(round, clockwise);
      expect(isSameBox(round, box)).toBe(true);
    }),
  );
});
