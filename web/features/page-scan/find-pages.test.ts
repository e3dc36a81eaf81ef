import { expect, it, vi } from 'vitest';
import { WHOLE_PHOTO } from './page-corners.ts';

const find = vi.fn();
vi.mock('./page-reader.ts', () => ({
  openPage: () => ({ find, draw: async () => ({ isPaper: true }), close: () => {} }),
}));
const { pageIn } = await import('./find-pages.ts');

const url = '/uploads/00000000-0000-4000-8000-000000000000.jpg';
const photo = { filename: 'a.jpg', url };

it('pages of photos: one that could not be looked for is looked for again, one that was is not', async () => {
  find.mockRejectedValueOnce(new Error('Failed to fetch'));
  expect(await pageIn(photo)).toBeNull();
  find.mockResolvedValueOnce({ corners: WHOLE_PHOTO, isSure: true });
  expect(await pageIn(photo)).toMatchObject({ isSure: true });
  expect(await pageIn(photo)).toMatchObject({ isSure: true });
  expect(find).toHaveBeenCalledTimes(2);
});

it('pages of photos: are not held for every photo of a long day', async () => {
  find.mockReset().mockResolvedValue({ corners: WHOLE_PHOTO, isSure: true });
  const names = Array.from({ length: 100 }, (_, at) => `${at}.jpg`);
  for (const filename of names) await pageIn({ filename, url });
  for (const filename of names) await pageIn({ filename, url });
  expect(find.mock.calls.length).toBeGreaterThan(100);
});
