import { expect, it } from 'vitest';
import { findPage } from './find-page.ts';
import type { Quad } from './geometry.ts';
import type { Picture } from './picture.ts';
import { overlap } from './test/page-measures.ts';
import { markedPhotos } from './test/page-sets.ts';

it('pages: the corners of sample letters are found', async () => {
  for (const { name, photo, corners } of await markedPhotos()) {
    const page = findPage(photo);
    expect(page?.isSure ? overlap(page.corners, corners) : 0, name).toBeGreaterThan(0.98);
  }
});

type Rgb = readonly [number, number, number];
const TABLE: Rgb = [112, 78, 52];
const PAPER: Rgb = [236, 233, 226];

/** A flat colour for each pixel, with a little grain. */
function drawn(colourAt: (x: number, y: number) => Rgb): Picture {
  const [width, height] = [900, 1_200];
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const grain = ((x * 7 + y * 13) % 5) - 2;
      const [red, green, blue] = colourAt(x, y);
      data.set([red + grain, green + grain, blue + grain], (y * width + x) * 4);
    }
  }
  return { data, width, height };
}

const overlapOf = (picture: Picture, corners: Quad) => {
  const page = findPage(picture);
  return page?.isSure ? overlap(page.corners, corners) : 0;
};

it('pages: of a sheet whose sides bow, the corners are those of the paper', () => {
  const corners = [
    { x: 150, y: 130 },
    { x: 760, y: 110 },
    { x: 790, y: 1_080 },
    { x: 120, y: 1_060 },
  ] as const;
  const picture = drawn((x, y) => {
    const down = (y - 120) / 950;
    const bow = 40 * Math.sin(Math.PI * Math.min(1, Math.max(0, down)));
    const isPaper =
      x > 150 - 30 * down + bow &&
      x < 760 + 30 * down + bow &&
      y > 130 - (20 * (x - 150)) / 610 &&
      y < 1_060 + (20 * (x - 120)) / 670;
    return isPaper ? PAPER : TABLE;
  });
  expect(overlapOf(picture, corners)).toBeGreaterThan(0.97);
});

it('pages: a sheet out of an envelope is found whole: light falls on its three parts from different sides', () => {
  const corners = [
    { x: 170, y: 140 },
    { x: 720, y: 140 },
    { x: 700, y: 1_060 },
    { x: 190, y: 1_060 },
  ] as const;
  // Where the sides are at the top, at both folds, and at the bottom.
  const left = [170, 215, 165, 190];
  const right = [720, 680, 735, 700];
  const picture = drawn((x, y) => {
    const down = ((y - 140) / 920) * 3;
    const part = Math.floor(down);
    const at = (places: number[]) => {
      const [from = 0, to = 0] = places.slice(part);
      return from + (to - from) * (down - part);
    };
    if (down < 0 || down >= 3 || x < at(left) || x > at(right)) return TABLE;
    const light = [1, 0.7, 0.93][part] ?? 1;
    return [PAPER[0] * light, PAPER[1] * light, PAPER[2] * light];
  });
  expect(overlapOf(picture, corners)).toBeGreaterThan(0.95);
});
