import { expect, it } from 'vitest';
import { findPage } from './find-page.ts';
import { overlap } from './test/page-measures.ts';
import { markedPhotos } from './test/page-sets.ts';

it('pages: the corners of sample letters are found', async () => {
  for (const { name, photo, corners } of await markedPhotos()) {
    const page = findPage(photo);
    expect(page?.isSure ? overlap(page.corners, corners) : 0, name).toBeGreaterThan(0.98);
  }
});

it('pages: of a sheet whose sides bow, the corners are those of the paper', () => {
  const [width, height] = [900, 1_200];
  const corners = [
    { x: 150, y: 130 },
    { x: 760, y: 110 },
    { x: 790, y: 1_080 },
    { x: 120, y: 1_060 },
  ] as const;
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height; y += 1) {
    const down = (y - 120) / 950;
    const bow = 40 * Math.sin(Math.PI * Math.min(1, Math.max(0, down)));
    for (let x = 0; x < width; x += 1) {
      const isPaper =
        x > 150 - 30 * down + bow &&
        x < 760 + 30 * down + bow &&
        y > 130 - (20 * (x - 150)) / 610 &&
        y < 1_060 + (20 * (x - 120)) / 670;
      data.set(isPaper ? [236, 233, 226] : [112, 78, 52], (y * width + x) * 4);
    }
  }
  const page = findPage({ data, width, height });
  expect(page?.isSure ? overlap(page.corners, corners) : 0).toBeGreaterThan(0.97);
});
