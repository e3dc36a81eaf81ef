import { expect, it } from 'vitest';
import { evenLight } from '../even-light.ts';
import type { Quad } from '../geometry.ts';
import { paperLight } from '../paper-light.ts';
import { straighten } from '../straighten.ts';
import { evenInWasm } from './even-in-wasm.ts';
import { pageLoops } from './make-wasm.ts';
import { PAGE_LOOPS_BASE64 } from './page-loops-module.ts';
import { resampleInWasm } from './resample-in-wasm.ts';

it('loops in WebAssembly: the module is made from its source', async () => {
  expect(await pageLoops(), 'run node packages/page-finder/wasm/make-wasm.ts').toBe(PAGE_LOOPS_BASE64);
});

/** Noise has the hardest edges. */
function noise(width: number, height: number) {
  let seed = 7;
  const data = Uint8ClampedArray.from({ length: width * height * 3 }, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0;
    return seed >>> 24;
  });
  return { data, width, height };
}

const at = (x: number, y: number) => ({ x, y });
const PAGES: [string, Quad][] = [
  ['upright', [at(22, 31), at(171, 18), at(186, 240), at(9, 225)]],
  ['on its side', [at(171, 18), at(186, 240), at(9, 225), at(22, 31)]],
  ['upside down', [at(186, 240), at(9, 225), at(22, 31), at(171, 18)]],
  ['at the borders of the photo', [at(0, 0), at(200, 0), at(200, 260), at(0, 260)]],
  ['at a steep angle', [at(100, 2), at(198, 130), at(99, 258), at(1, 131)]],
  ['wedged, nearly without a side', [at(0, 0), at(200, 0), at(145.8, 151.2), at(144.4, 151.2)]],
  ['with one side that rises where the other falls', [at(31, 43), at(163, 50), at(171, 222), at(40, 241)]],
  ['far smaller than its photo', [at(90, 90), at(110, 92), at(108, 113), at(91, 111)]],
];

it.each(PAGES)('loops in WebAssembly: a page %s is the same to the byte', (_, corners) => {
  const photo = noise(200, 260);
  const size = { width: 151, height: 211 };
  const { data } = straighten(photo, corners, size, resampleInWasm);
  const expected = straighten(photo, corners, size).data;
  expect(data.findIndex((byte, index) => byte !== expected[index])).toBe(-1);
  expect(new Set(data).size).toBeGreaterThan(100);
});

it.each([0.4, 1, 2])('loops in WebAssembly: light evened to %f is the same to the byte', (light) => {
  const photo = noise(203, 261);
  // A lamp at the left, so that gains differ from pixel to pixel.
  for (let index = 0; index < photo.data.length; index += 1) {
    photo.data[index] = 90 + (photo.data[index] ?? 0) * (0.6 - ((index % 609) / 609) * 0.3);
  }
  const copy = { ...photo, data: photo.data.slice() };
  const paper = paperLight(photo);
  const { data } = evenLight(photo, paper, light, evenInWasm);
  const expected = evenLight(copy, paper, light).data;
  expect(data.findIndex((byte, index) => byte !== expected[index])).toBe(-1);
  expect(new Set(data).size).toBeGreaterThan(50);
});
