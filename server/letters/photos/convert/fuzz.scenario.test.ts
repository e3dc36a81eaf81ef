import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mutated, randomFrom } from '../../../../test/photos/mutations.ts';
import { fuzzPhotos } from '../../../../test/photos/photo-fuzzer.ts';
import { samplePhoto } from '../../../../test/photos/sample-photos.ts';
import { rounds } from '../../../../test/support/rounds.ts';

const FILES = rounds(50, 400);

it('converter: damaged photos are converted or refused, and leave no thread and few file descriptors open', async () => {
  const open = () => (process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0);
  const before = open();
  const report = await fuzzPhotos(1, FILES);
  expect({ crashes: report.crashes, hangs: report.hangs }).toEqual({ crashes: [], hangs: [] });
  const refused = Object.values(report.refused).reduce((sum, count) => sum + count, 0);
  expect(report.photos + refused).toBe(FILES);
  // Both happen, or the damage is too small or too great to tell anything.
  expect(report.photos).toBeGreaterThan(FILES / 20);
  expect(refused).toBeGreaterThan(FILES / 5);
  expect(process.getActiveResourcesInfo()).not.toContain('Worker');
  expect(open() - before).toBeLessThan(10);
});

it('mutated: the same seed makes the same file', async () => {
  const file = await samplePhoto('quarters.heic');
  const twice = [1, 2].map(() => mutated(file, file, randomFrom(7)));
  expect(twice[0]?.equals(twice[1] ?? Buffer.alloc(0))).toBe(true);
  expect(mutated(file, file, randomFrom(8)).equals(file)).toBe(false);
});
