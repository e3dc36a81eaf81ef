import { expect, it } from 'vitest';
import { foldedSides } from './card-page.tsx';

const pages = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

it('card: the halves of each side of a sheet follow one another when it is folded', () => {
  expect(foldedSides(pages(4))).toEqual([
    [4, 1],
    [2, 3],
  ]);
  expect(foldedSides(pages(8))).toEqual([
    [8, 1],
    [2, 7],
    [6, 3],
    [4, 5],
  ]);
});

it('card: what is missing to whole sheets is empty before the back', () => {
  expect(foldedSides(pages(5))).toEqual([
    [5, 1],
    [2, null],
    [null, 3],
    [4, null],
  ]);
  expect(foldedSides(pages(3))).toEqual([
    [3, 1],
    [2, null],
  ]);
});
