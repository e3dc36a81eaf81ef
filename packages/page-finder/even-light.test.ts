import { expect, it } from 'vitest';
import { evenLight, LIGHT } from './even-light.ts';
import { straightSize } from './homography.ts';
import { paperLight } from './paper-light.ts';
import { type Picture, srgbByte } from './picture.ts';
import { straighten } from './straighten.ts';
import type { PageKind } from './test/drawn-pages.ts';
import { measureLight } from './test/page-measures.ts';
import { type Lighting, linearAt, makeScene } from './test/page-scenes.ts';

const copyOf = (picture: Picture): Picture => ({ ...picture, data: picture.data.slice() });

/** A straightened page, and the same with its light evened. */
function evened(seed: number, kind: PageKind, lighting: Lighting) {
  const scene = makeScene(seed, { kind, lighting, longest: 560, isFlat: true });
  if (!scene.corners) throw new Error('The scene has no page.');
  const before = straighten(scene.photo, scene.corners, straightSize(scene.corners, scene.photo));
  const after = evenLight(copyOf(before), paperLight(before), LIGHT.even);
  return { before, after, measures: measureLight(scene, before, after) };
}

it.each([
  ['pencil', 'gradient', 0.03],
  ['colours', 'lamp', 0.03],
  ['crayon', 'hard shadow', 0.06],
] as const)('light: %s under a %s becomes even, and what is drawn stays', (kind, lighting, most) => {
  const { residual, contrast, hueShift, chromaKept, crayonDifference } = evened(
    7001,
    kind,
    lighting,
  ).measures;
  expect(residual).toBeLessThan(most);
  expect(contrast).toBeGreaterThan(0.9);
  expect(hueShift ?? 0).toBeLessThan(6);
  expect(chromaKept ?? 1).toBeGreaterThan(0.85);
  expect(crayonDifference ?? 0).toBeLessThan(6);
});

it('light: 0 changes nothing, 1 makes paper bright and keeps its hue, 2 makes it white and strokes darker', () => {
  const { before, after } = evened(7002, 'ink', 'lamp');
  const light = paperLight(before);
  expect(evenLight(copyOf(before), light, LIGHT.none).data).toEqual(before.data);
  const [x, y] = [Math.round(before.width / 2), Math.round(before.height * 0.04)];
  const [red, green, blue] = linearAt(after, x, y);
  expect(green).toBeGreaterThan(0.85);
  expect(red).toBeGreaterThan(blue);
  const white = evenLight(copyOf(before), light, LIGHT.ink);
  expect(Math.min(...linearAt(white, x, y))).toBeGreaterThan(0.93);
  const darkest = (picture: Picture) => picture.data.reduce((least, value) => Math.min(least, value), 255);
  expect(darkest(white)).toBeLessThan(darkest(after));
});

it('light: a grey photograph on a page stays, a soft shadow as dark as it is lifted', () => {
  const [width, height] = [480, 640];
  const page = { data: new Uint8ClampedArray(width * height * 4).fill(255), width, height };
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isPhoto = x > 90 && x < 390 && y > 100 && y < 300;
      const shadow = 1 - 0.5 * Math.exp(-(((x - 240) / 110) ** 4) - ((y - 470) / 70) ** 4);
      const value = srgbByte((isPhoto ? 0.25 + y / 1600 : 0.8) * (0.7 + x / 1600) * shadow);
      page.data.fill(value, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  const even = evenLight(page, paperLight(page), LIGHT.even);
  const green = (x: number, y: number) => linearAt(even, x, y)[1] / linearAt(even, 240, 40)[1];
  for (const x of [120, 240, 360]) {
    expect(green(x, 200)).toBeGreaterThan(0.36);
    expect(green(x, 200)).toBeLessThan(0.56);
  }
  expect(green(240, 470)).toBeGreaterThan(0.93);
});

it('light: mint and pink paper keep their colour, and what a lamp lends white paper becomes paler', () => {
  const spreadOf = ([red, green, blue]: readonly number[]) => {
    const [width, height] = [160, 200];
    const page = { data: new Uint8ClampedArray(width * height * 4).fill(255), width, height };
    for (let at = 0; at < width * height; at += 1) {
      const light = 0.4 + (0.4 * (at % width)) / width;
      page.data.set(
        [red, green, blue].map((own = 1) => srgbByte(own * light)),
        at * 4,
      );
    }
    const even = linearAt(evenLight(page, paperLight(page), LIGHT.even), 80, 100);
    return Math.max(...even) / Math.min(...even);
  };
  expect(spreadOf([0.55, 0.9, 0.95])).toBeCloseTo(0.95 / 0.55, 1);
  expect(spreadOf([1, 0.55, 0.7])).toBeCloseTo(1 / 0.55, 1);
  expect(spreadOf([1, 0.9, 0.75])).toBeLessThan(1.25);
});
