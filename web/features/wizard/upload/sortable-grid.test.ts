import fc from 'fast-check';
import { expect, it } from 'vitest';
import { moveItem } from '../../uploads/letter-photo.ts';
import { columnsOf, indexByKey, nearestPlace, type Place, scrollSpeed, shownIndex } from './sortable-grid.ts';

/** Seven places in rows of three. */
const GRID: Place[] = Array.from({ length: 7 }, (_, index) => ({
  x: (index % 3) * 110,
  y: Math.floor(index / 3) * 150,
  width: 100,
  height: 140,
}));

it('sortable grid: finds the place that is nearest to a point', () => {
  expect(nearestPlace(GRID, 150, 60)).toBe(1);
  expect(nearestPlace(GRID, -500, 900)).toBe(6);
  expect(nearestPlace([], 0, 0)).toBe(-1);
});

it('sortable grid: shows every item where it will be after the drop', () => {
  const index = fc.integer({ min: 0, max: 6 });
  fc.assert(
    fc.property(index, index, (from, to) => {
      const order = GRID.map((_, item) => item);
      const shown = order.map((item) => shownIndex(item, from, to));
      expect(shown).toEqual(order.map((item) => moveItem(order, from, to).indexOf(item)));
    }),
  );
});

it('sortable grid: counts the columns of a grid, of one row and of one item', () => {
  expect(columnsOf(GRID)).toBe(3);
  expect(columnsOf(GRID.slice(0, 2))).toBe(2);
  expect(columnsOf(GRID.slice(0, 1))).toBe(1);
  expect(columnsOf([])).toBe(1);
});

it('sortable grid: keys move an item and stop at the ends', () => {
  const from = (at: number, key: string, rightToLeft = false) =>
    indexByKey(key, at, { count: 7, columns: 3, rightToLeft });
  expect([from(0, 'ArrowLeft'), from(0, 'ArrowUp'), from(6, 'ArrowRight'), from(5, 'ArrowDown')]).toEqual([
    0, 0, 6, 5,
  ]);
  expect([from(1, 'ArrowLeft'), from(4, 'ArrowUp'), from(1, 'ArrowRight'), from(3, 'ArrowDown')]).toEqual([
    0, 1, 2, 6,
  ]);
  expect([from(4, 'ArrowLeft', true), from(4, 'ArrowRight', true)]).toEqual([5, 3]);
  expect([from(4, 'Home'), from(4, 'End'), from(4, 'x')]).toEqual([0, 6, null]);
});

it('sortable grid: scrolls near the edges only, faster the nearer', () => {
  expect(scrollSpeed(400, 800)).toBe(0);
  expect(scrollSpeed(10, 800)).toBeLessThan(scrollSpeed(60, 800));
  expect(scrollSpeed(799, 800)).toBeGreaterThan(0);
  expect(scrollSpeed(-200, 800)).toBe(-16);
});
