import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pageEdit } from '../../../shared/page-edit.ts';
import { dragged, FIRST_CROP, isSameBox } from './crop-box.ts';
import {
  drawingOf,
  isChanged,
  isCropped,
  NO_EDIT,
  type PhotoEdit,
  pageEditOf,
  photoEditOf,
  quarterTurns,
  rotated,
  withoutRotation,
} from './photo-edit.ts';

const size = fc.record({
  width: fc.integer({ min: 1, max: 12_000 }),
  height: fc.integer({ min: 1, max: 12_000 }),
});
const turns = fc.array(fc.boolean(), { maxLength: 12 });
const percent = fc.double({ min: -100, max: 100, noNaN: true });

const after = (way: readonly boolean[], edit: PhotoEdit = NO_EDIT) => way.reduce<PhotoEdit>(rotated, edit);
const cropped = (dx: number, dy: number): PhotoEdit => ({
  ...NO_EDIT,
  crop: dragged(FIRST_CROP, 'bottom-right', dx, dy),
});

/** Where a point of the original is drawn. */
function drawn({ transform: [a, b, c, d, e, f] }: ReturnType<typeof drawingOf>, x: number, y: number) {
  return [a * x + c * y + e, b * x + d * y + f];
}

it('rotated: accumulates turns by 90 degrees either way', () => {
  expect(after([true, true, true, true, true]).rotation).toBe(450);
  expect(after([false, false]).rotation).toBe(-180);
  expect([0, 90, 450, -90, -180, -450].map((rotation) => quarterTurns({ ...NO_EDIT, rotation }))).toEqual([
    0, 1, 1, 3, 2, 3,
  ]);
});

it('isChanged: false when every rotation was undone and the crop box was not moved', () => {
  expect(isChanged(NO_EDIT)).toBe(false);
  fc.assert(
    fc.property(turns, (way) => {
      const right = way.filter(Boolean).length;
      expect(isChanged(after(way))).toBe((2 * right - way.length) % 4 !== 0);
    }),
  );
  expect(isChanged(cropped(-1, 0))).toBe(true);
  expect(isChanged({ ...NO_EDIT, light: 0.5 })).toBe(true);
  const before = photoEditOf(pageEditOf({ ...cropped(-1, 0), rotation: -90, light: 1 }));
  expect(isChanged(before, before)).toBe(false);
  expect(pageEditOf(before)).toMatchObject({ turn: 3, light: 1, crop: cropped(-1, 0).crop });
  expect(isCropped({ ...cropped(1, 1), crop: { x: 0, y: 0, width: 100, height: 100 } })).toBe(false);
});

it('isCropped: once the frame lies elsewhere, also when it was only moved; not where it starts, however it is turned', () => {
  fc.assert(
    fc.property(percent, percent, turns, (dx, dy, way) => {
      const crop = dragged(FIRST_CROP, 'frame', dx, dy);
      expect(isCropped(after(way, { ...NO_EDIT, crop }))).toBe(!isSameBox(crop, FIRST_CROP));
      expect(isCropped(after(way))).toBe(false);
    }),
  );
});

it('pageEditOf: a box moved to an edge and resized, then rotated, is an edit that a draft holds', () => {
  for (let step = 0; step < 300; step += 1) {
    const resized = dragged(FIRST_CROP, 'bottom-right', -0.23 * step, -0.17 * step);
    const atEdge = dragged(resized, 'frame', 100, 100);
    // The far corner lies a rounding error outside; dragging the near ones makes the box as large as the photo.
    for (const crop of [atEdge, dragged(atEdge, 'top-left', -100, -100)])
      for (const way of [[true], [false], [true, true]])
        expect(pageEdit.safeParse(pageEditOf(after(way, { ...NO_EDIT, crop }))).success).toBe(true);
  }
});

it('withoutRotation: keeps the crop box around the same part', () => {
  fc.assert(
    fc.property(turns, percent, percent, (way, dx, dy) => {
      const edit = cropped(dx, dy);
      const back = withoutRotation(after(way, edit));
      expect(back.rotation).toBe(0);
      expect(back.crop.x).toBeCloseTo(edit.crop.x, 8);
      expect(back.crop.height).toBeCloseTo(edit.crop.height, 8);
    }),
  );
});

it('drawingOf: a rotated photo is drawn whole, each corner onto the corner it belongs to', () => {
  const photo = { width: 400, height: 240 };
  expect(drawingOf(photo, NO_EDIT)).toEqual({ ...photo, transform: [1, 0, 0, 1, 0, 0] });
  const right = drawingOf(photo, after([true]));
  expect(right).toMatchObject({ width: 240, height: 400 });
  expect([drawn(right, 0, 0), drawn(right, 400, 240)]).toEqual([
    [240, 0],
    [0, 400],
  ]);
  const left = drawingOf(photo, after([false]));
  expect([drawn(left, 0, 0), drawn(left, 400, 0)]).toEqual([
    [0, 400],
    [0, 0],
  ]);
  const over = drawingOf(photo, after([true, true]));
  expect(drawn(over, 0, 0)).toEqual([400, 240]);
});

it('drawingOf: draws the part inside the crop box and leaves no blank', () => {
  fc.assert(
    fc.property(size, turns, percent, percent, (photo, way, dx, dy) => {
      const drawing = drawingOf(photo, after(way, cropped(dx, dy)));
      expect(Math.min(drawing.width, drawing.height)).toBeGreaterThanOrEqual(1);
      const corners = [drawn(drawing, 0, 0), drawn(drawing, photo.width, photo.height)];
      const xs = corners.map(([x = Number.NaN]) => x).sort((one, other) => one - other);
      const ys = corners.map(([, y = Number.NaN]) => y).sort((one, other) => one - other);
      expect([...xs, ...ys].every(Number.isInteger)).toBe(true);
      expect(xs[0]).toBeLessThanOrEqual(0);
      expect(ys[0]).toBeLessThanOrEqual(0);
      expect(xs[1]).toBeGreaterThanOrEqual(drawing.width);
      expect(ys[1]).toBeGreaterThanOrEqual(drawing.height);
    }),
  );
});

it('drawingOf: crops the same pixels whether rotated or not', () => {
  fc.assert(
    fc.property(percent, percent, fc.boolean(), (dx, dy, clockwise) => {
      const photo = { width: 1800, height: 2400 };
      const edit = cropped(dx, dy);
      const upright = drawingOf(photo, edit);
      const sideways = drawingOf(photo, rotated(edit, clockwise));
      // Half a pixel may be rounded the other way.
      expect(Math.abs(sideways.width - upright.height)).toBeLessThanOrEqual(1);
      expect(Math.abs(sideways.height - upright.width)).toBeLessThanOrEqual(1);
    }),
  );
});
