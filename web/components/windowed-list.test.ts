import { expect, it } from 'vitest';
import { rowsInView } from './windowed-list.tsx';

it.each([
  ['the first rows', 0, 100, { from: 0, to: 2 }],
  ['rows cut at both ends', 60, 240, { from: 1, to: 5 }],
  ['nothing below the list', 1_000, 1_100, { from: 10, to: 10 }],
  ['nothing above the list', -200, -100, { from: 0, to: 0 }],
])('windowed list: finds %s', (_, top, bottom, found) => {
  expect(rowsInView(10, () => 50, top, bottom)).toEqual(found);
});

it('windowed list: counts with the height of each row', () => {
  expect(rowsInView(4, (at) => (at === 1 ? 500 : 50), 540, 600)).toEqual({ from: 1, to: 3 });
});
