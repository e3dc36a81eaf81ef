/**
 * How well pages are found in calculated photos, and their light evened: `npm run bench -- pages`. With a folder, photos
 * of before and after are written into it: `node bench/pages.ts 40 /tmp/pages`.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { evenLight, LIGHT } from '../packages/page-finder/even-light.ts';
import { findPage } from '../packages/page-finder/find-page.ts';
import { inset } from '../packages/page-finder/geometry.ts';
import { straightSize } from '../packages/page-finder/homography.ts';
import { paperLight } from '../packages/page-finder/paper-light.ts';
import type { Picture } from '../packages/page-finder/picture.ts';
import { straighten } from '../packages/page-finder/straighten.ts';
import { overlap } from '../packages/page-finder/test/page-measures.ts';
import { makeScene } from '../packages/page-finder/test/page-scenes.ts';
import { markedPhotos } from '../packages/page-finder/test/page-sets.ts';

const [pages = '40', folder] = process.argv.slice(2);
const seeds = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);

const overlaps: number[] = [];
const milliseconds: number[] = [];
const marked = await markedPhotos();
for (const { name, photo, corners } of [
  ...marked,
  ...seeds(1001, Number(pages)).map((seed) => makeScene(seed)),
]) {
  const began = performance.now();
  const page = findPage(photo);
  milliseconds.push(performance.now() - began);
  const common = page?.isSure && corners ? overlap(page.corners, corners) : 0;
  overlaps.push(common);
  if (common < 0.95) console.log(`${name}: overlap ${common.toFixed(3)}`);
  if (folder && page) await writePair(folder, name, photo, evened(photo, page.corners));
}
const share = (least: number) =>
  `${((100 * overlaps.filter((value) => value >= least).length) / overlaps.length).toFixed(1)} %`;
console.log(`${overlaps.length} pages: overlap of at least 0.95 in ${share(0.95)}, of 0.90 in ${share(0.9)}`);
for (const [view, count] of [
  ['no page', 18],
  ['filled', 16],
] as const) {
  const offered = seeds(view === 'filled' ? 3001 : 2001, count).filter(
    (seed) => findPage(makeScene(seed, { view }).photo)?.isSure,
  );
  console.log(`${view}: offered in ${offered.length} of ${count}`);
}
const sorted = milliseconds.toSorted((one, other) => one - other);
console.log(`${sorted[sorted.length >> 1]?.toFixed(0)} ms to find a page (median)`);

function evened(photo: Picture, corners: Parameters<typeof inset>[0]): Picture {
  const page = straighten(photo, inset(corners, 0.004), straightSize(corners, photo));
  return evenLight(page, paperLight(page), LIGHT.even);
}

async function writePair(to: string, name: string, before: Picture, after: Picture): Promise<void> {
  await mkdir(to, { recursive: true });
  const [left, right] = await Promise.all(
    [before, after].map(({ data, width, height }) =>
      sharp(data, { raw: { width, height, channels: 4 } })
        .resize(600, 600, { fit: 'contain', background: '#333333' })
        .png()
        .toBuffer(),
    ),
  );
  await sharp({ create: { width: 1200, height: 600, channels: 3, background: '#333333' } })
    .composite([
      { input: left, left: 0, top: 0 },
      { input: right, left: 600, top: 0 },
    ])
    .jpeg()
    .toFile(path.join(to, `${name.replaceAll(/\W+/g, '-')}.jpg`));
}
