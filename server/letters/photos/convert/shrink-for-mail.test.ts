import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { openFolderStorage } from '../../../core/storage/folder-storage.ts';
import { photoKey } from '../file-names.ts';
import { shareOut, shrinkForMail } from './shrink-for-mail.ts';

it('shareOut: keeps to the limit, and leaves a photo that is small enough its size', () => {
  expect(shareOut([10, 20, 30], 100)).toEqual([10, 20, 30]);
  expect(shareOut([10, 200, 300], 110)).toEqual([10, 50, 50]);
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 5_000_000 }), { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 1, max: 20_000_000 }),
      (sizes, most) => {
        const shares = shareOut(sizes, most);
        const total = shares.reduce((sum, share) => sum + share, 0);
        return total <= most && shares.every((share, index) => share <= (sizes[index] ?? 0));
      },
    ),
  );
});

it('shrinkForMail: makes a photo smaller, to the same bytes every time', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'shrink-for-mail-'));
  const storage = await openFolderStorage(folder);
  const id = randomUUID();
  const noise = { width: 1200, height: 1600, channels: 3 } as const;
  const jpeg = await sharp(randomBytes(noise.width * noise.height * 3), { raw: noise })
    .jpeg({ quality: 90 })
    .toBuffer();
  await storage.put(photoKey(id, 'mail'), jpeg);
  const [one, other] = [await shrinkForMail(storage, id, 400_000), await shrinkForMail(storage, id, 400_000)];
  expect(jpeg.length).toBeGreaterThan(400_000);
  expect(one.length).toBeLessThanOrEqual(400_000);
  expect(one.equals(other)).toBe(true);
  const { width = 0, height = 0 } = await sharp(one).metadata();
  expect(height / width).toBeCloseTo(4 / 3, 1);
  expect((await shrinkForMail(storage, id, jpeg.length)).equals(jpeg)).toBe(true);
  await rm(folder, { recursive: true });
});
