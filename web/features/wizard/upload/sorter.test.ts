import fc from 'fast-check';
import { expect, it } from 'vitest';
import { moveItem } from '../../uploads/page-order.ts';
import { columnsOf, indexByKey, nearestPlace, type Place, seenAt } from './sorter.ts';
import { scrollSpeed } from './sorter-motion.ts';

/** Seven places in rows of three. */
const GRID: Place[] = Array.from({ length: 7 }, (_, index) => ({
  x: (index % 3) * 110,
  y: Math.floor(index / 3) * 150,
  width: 100,
  height: 140,
}));

it('finds the place that a point is nearest to', () => {
  expect(nearestPlace(GRID, 150, 60)).toBe(1);
  expect(nearestPlace(GRID, -500, 900)).toBe(6);
  expect(nearestPlace([], 0, 0)).toBe(-1);
});

it('shows every item where it will lie after the drop', () => {
  const index = fc.integer({ min: 0, max: 6 });
  fc.assert(
    fc.property(index, index, (from, to) => {
      const order = GRID.map((_, item) => item);
      const seen = order.map((item) => seenAt(item, from, to));
      expect(seen).toEqual(order.map((item) => moveItem(order, from, to).indexOf(item)));
    }),
  );
});

it('counts the columns of a grid, of one row and of one item', () => {
  expect(columnsOf(GRID)).toBe(3);
  expect(columnsOf(GRID.slice(0, 2))).toBe(2);
  expect(columnsOf(GRID.slice(0, 1))).toBe(1);
  expect(columnsOf([])).toBe(1);
});

it('moves by keyboard, and stays where there is no further', () => {
  const from = (at: number, key: string) => indexByKey(key, at, 7, 3);
  expect([from(0, 'ArrowLeft'), from(0, 'ArrowUp'), from(6, 'ArrowRight'), from(5, 'ArrowDown')]).toEqual([
    0, 0, 6, 5,
  ]);
  expect([from(1, 'ArrowLeft'), from(4, 'ArrowUp'), from(1, 'ArrowRight'), from(3, 'ArrowDown')]).toEqual([
    0, 1, 2, 6,
  ]);
  expect([from(4, 'Home'), from(4, 'End'), from(4, 'x')]).toEqual([0, 6, null]);
});

it('scrolls only near the edges, faster the nearer', () => {
  expect(scrollSpeed(400, 800)).toBe(0);
  expect(scrollSpeed(10, 800)).toBeLessThan(scrollSpeed(60, 800));
  expect(scrollSpeed(799, 800)).toBeGreaterThan(0);
  expect(scrollSpeed(-200, 800)).toBe(-16);
});
