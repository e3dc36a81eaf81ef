import sharp from 'sharp';
import { expect, it } from 'vitest';
import { avifOfManyFrames } from '../../../../test/photos/hostile-photos.ts';
import { decodeAvif } from './decode-avif.ts';

it('AVIF: one with hours of work for few pixels is ended at its time', async () => {
  const source = await avifOfManyFrames(4000, 3000, 2_000);
  const metadata = await sharp(source).metadata();
  const decoding = decodeAvif({ source, metadata, profile: null }, 1_000);
  await expect(decoding).rejects.toMatchObject({ code: 'TOO_SLOW' });
});

it('AVIF: the image library gives its reason from the process', async () => {
  const source = await avifOfManyFrames(40, 30, 1);
  const metadata = await sharp(source).metadata();
  const { width, height } = await decodeAvif({ source, metadata, profile: null });
  expect([width, height]).toEqual([40, 30]);
  const cut = source.subarray(0, source.length - 8);
  await expect(decodeAvif({ source: cut, metadata, profile: null })).rejects.toThrow(/heif/);
});
