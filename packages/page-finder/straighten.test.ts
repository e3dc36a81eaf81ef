import { expect, it } from 'vitest';
import type { Quad } from './geometry.ts';
import { applied, squareTo } from './homography.ts';
import { straighten } from './straighten.ts';

/** Waves of some 30 pixels, different in each colour. */
const waves = (x: number, y: number) => [
  128 + 90 * Math.sin(x / 5) * Math.cos(y / 6),
  128 + 90 * Math.sin((x + y) / 7),
  128 + 90 * Math.cos(x / 6 - y / 5),
];

it.each([0, 1, 2, 3])('straighten: a page turned by %i quarters is read at its true places', (quarters) => {
  const photo = { data: new Uint8ClampedArray(200 * 260 * 4), width: 200, height: 260 };
  for (let at = 0; at < 200 * 260; at += 1) {
    photo.data.set([...waves((at % 200) + 0.5, Math.floor(at / 200) + 0.5), 255], at * 4);
  }
  let corners: Quad = [
    { x: 22, y: 31 },
    { x: 171, y: 18 },
    { x: 186, y: 240 },
    { x: 9, y: 225 },
  ];
  for (let quarter = 0; quarter < quarters; quarter += 1) {
    corners = [corners[1], corners[2], corners[3], corners[0]];
  }
  const size = quarters % 2 === 0 ? { width: 150, height: 210 } : { width: 210, height: 150 };
  const page = straighten(photo, corners, size);
  expect([page.width, page.height]).toEqual([size.width, size.height]);
  let most = 0;
  for (let y = 0; y < size.height; y += 1) {
    for (let x = 0; x < size.width; x += 1) {
      const place = applied(squareTo(corners), { x: (x + 0.5) / size.width, y: (y + 0.5) / size.height });
      for (const [channel, value] of waves(place.x, place.y).entries()) {
        most = Math.max(most, Math.abs((page.data[(y * size.width + x) * 4 + channel] ?? 0) - value));
      }
    }
  }
  expect(most).toBeLessThan(4);
});
