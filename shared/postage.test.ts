import { expect, it } from 'vitest';
import { creditsFor } from './postage.ts';

it('credits for letters: one each, and one more each for an enclosed stamp', () => {
  const costs = [0, 1, 2, 20].map((letters) => [creditsFor(letters, false), creditsFor(letters, true)]);
  expect(costs).toEqual([
    [0, 0],
    [1, 2],
    [2, 4],
    [20, 40],
  ]);
});
