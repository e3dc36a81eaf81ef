import { expect, it } from 'vitest';
import { displayUrl, filenameOfUpload, photoSrcSet } from './photos.ts';

const filename = '0190c3d2-7a51-4c11-9a20-5d3b1e6f7a88.jpg';
const url = `/uploads/${filename}`;

it('displayUrl: shows uploads through the API, web addresses as they are, and blobs not at all', () => {
  expect(displayUrl(url)).toBe(`/api/photo/${filename}`);
  expect(displayUrl(url, 'mail')).toBe(`/api/photo/${filename}?size=mail`);
  expect(displayUrl('https://example.com/a.jpg')).toBe('https://example.com/a.jpg');
  expect(displayUrl('blob:https://example.com/1')).toBeNull();
  expect(filenameOfUpload('/uploads/../secret.jpg')).toBeNull();
});

it('photoSrcSet: lists each variant with its width', () => {
  const api = `/api/photo/${filename}`;
  expect(photoSrcSet({ url, width: 1800, height: 2400 })).toBe(
    `${api}?size=thumbnail 320w, ${api}?size=mail 1200w, ${api} 1800w`,
  );
  // Not enlarged, so that a small photo's mail variant is the display variant once more.
  expect(photoSrcSet({ url, width: 900, height: 600 })).toBe(
    `${api}?size=thumbnail 320w, ${api}?size=mail 900w`,
  );
  expect(photoSrcSet({ url, width: 200, height: 100 })).toBe(`${api}?size=thumbnail 200w`);
  // A long strip's thumbnail is bounded in height.
  expect(photoSrcSet({ url, width: 1000, height: 10_000 })).toBe(
    `${api}?size=thumbnail 64w, ${api}?size=mail 1000w`,
  );
  expect(photoSrcSet({ url: 'https://example.com/a.jpg', width: 900, height: 600 })).toBeUndefined();
});
