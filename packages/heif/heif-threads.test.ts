import { afterAll, expect, it } from 'vitest';
import { heicGrid } from '../../test/photos/heif-grid.ts';
import { samplePhoto } from '../../test/photos/sample-photos.ts';
import { HeifRefused, HeifThreads } from './heif-threads.ts';

const threads = new HeifThreads();
afterAll(() => threads.close());

const MOST = 1_000_000;

it('heif: a picture is measured and decoded to three bytes a pixel', async () => {
  const file = await samplePhoto('quarters.heic');
  expect(await threads.measure(file)).toMatchObject({ width: 400, height: 240 });
  const picture = await threads.decode(file, 400 * 240, MOST);
  expect(picture).toMatchObject({ width: 400, height: 240 });
  expect(picture.data).toHaveLength(400 * 240 * 3);
});

it('heif: a file that is no picture, one that is cut off and one that takes too long are refused, and the next is decoded', async () => {
  const file = await samplePhoto('quarters.heic');
  const faultOf = (work: Promise<unknown>) =>
    work.catch((error: unknown) => (error instanceof HeifRefused ? error.fault : error));
  expect(await faultOf(threads.measure(Buffer.from('no picture')))).toBe('damaged');
  expect(await faultOf(threads.decode(file.subarray(0, file.length / 2), 400 * 240, MOST))).toBe('damaged');
  expect(await faultOf(threads.decode(file, 400 * 240, 1_000))).toBe('unsupported');
  const impatient = new HeifThreads(50);
  expect(await faultOf(impatient.decode(await heicGrid(), 12_192_768, 20_000_000))).toBe('too slow');
  await impatient.close();
  expect(await threads.measure(file)).toMatchObject({ width: 400, height: 240 });
});

it('heif: a thread that runs out of memory ends alone', async () => {
  const starved = threads.decode(await samplePhoto('flat-67-megapixels.heic'), 1, 100_000_000);
  await expect(starved).rejects.toThrow(HeifRefused);
  expect(await threads.measure(await samplePhoto('quarters.heic'))).toMatchObject({ width: 400 });
});
