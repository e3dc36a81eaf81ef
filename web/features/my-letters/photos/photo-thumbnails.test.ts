import { expect, it } from 'vitest';
import { testPhotos } from '../../../../test/web/letter.ts';
import { thumbnailsOf } from './photo-thumbnails.tsx';

const photos = testPhotos(5);
const urls = photos.map((photo) => photo.url);
const seen = (broken: string[]) => {
  const { shown, others } = thumbnailsOf(photos, new Set(broken));
  return { shown: shown.map((photo) => urls.indexOf(photo.url) + 1), more: others.length };
};

it('thumbnailsOf: the first three photos, and the others', () => {
  expect(seen([])).toEqual({ shown: [1, 2, 3], more: 2 });
});

it('thumbnailsOf: leaves out photos that failed to load', () => {
  expect(seen(urls.slice(1, 2))).toEqual({ shown: [1, 3, 4], more: 1 });
  expect(seen(urls.slice(3))).toEqual({ shown: [1, 2, 3], more: 0 });
  expect(seen(urls)).toEqual({ shown: [], more: 0 });
});

it('thumbnailsOf: leaves out photos without a display URL', () => {
  const blob = { url: 'blob:http://localhost/1' };
  expect(thumbnailsOf([blob, { url: 'https://example.org/a.jpg' }], new Set())).toEqual({
    shown: [{ url: 'https://example.org/a.jpg' }],
    others: [],
  });
});
