import { expect, it } from 'vitest';
import { PHOTO_MAX_BYTES } from '../../../shared/limits.ts';
import { isUnderWay, nextToStart, patchUpload, refusal, roomLeft, withFiles } from './upload-queue.ts';

const photo = (name: string, bytes = 3, type = 'image/jpeg') => {
  return new File([new Uint8Array(bytes)], name, { type });
};
const notAPhoto = 'Not a JPEG, PNG, HEIC, WebP or AVIF photo, nor a PDF';
const chosen = (...names: string[]) => names.map((name) => ({ id: name, file: photo(name) }));

it('refusal: names files that the server would refuse', () => {
  expect(refusal({ name: 'IMG_1.JPG', type: 'image/jpeg', size: 5 })).toBeNull();
  expect(refusal({ name: 'IMG_2.HEIC', type: '', size: 5 })).toBeNull();
  expect(refusal({ name: 'image', type: 'image/webp', size: PHOTO_MAX_BYTES })).toBeNull();
  expect(refusal({ name: 'scan.avif', type: 'image/avif', size: 5 })).toBeNull();
  expect(refusal({ name: 'IMG_0001', type: '', size: 5 })).toBeNull();
  expect(refusal({ name: 'letter.pdf', type: '', size: PHOTO_MAX_BYTES + 1 })).toBeNull();
  expect(refusal({ name: 'IMG_1.MOV', type: 'video/quicktime', size: 5 })).toMatch(/^This is a video/);
  expect(refusal({ name: 'IMG_1.DNG', type: 'image/x-adobe-dng', size: 5 })).toMatch(/^This is a DNG file/);
  expect(refusal({ name: 'cat.gif', type: 'image/gif', size: 5 })).toBe(notAPhoto);
  expect(refusal({ name: 'a.png', type: 'image/png', size: 0 })).toBe('This file is empty');
  expect(refusal({ name: 'a.png', type: 'image/png', size: PHOTO_MAX_BYTES + 1 })).toBe('Larger than 30 MB');
});

it('withFiles: each upload knows the photos and uploads before it', () => {
  const queue = withFiles([], chosen('c', 'd'), ['a', 'b']);
  expect(queue.map(({ after }) => after.join(''))).toEqual(['ba', 'cba']);
  expect(queue.every(({ status }) => status === 'waiting')).toBe(true);
});

it('withFiles: keeps a refused file in its place, without a retry', () => {
  const [refused] = withFiles([], [{ id: 'x', file: photo('letter.txt', 3, 'text/plain') }], []);
  expect(refused).toMatchObject({ status: 'failed', reason: notAPhoto, retryable: false });
});

it('nextToStart: two at once, in their order', () => {
  const queue = withFiles([], chosen('a', 'b', 'c'), []);
  expect(nextToStart(queue).map(({ id }) => id)).toEqual(['a', 'b']);
  const one = patchUpload(queue, 'a', { status: 'uploading' });
  expect(nextToStart(one).map(({ id }) => id)).toEqual(['b']);
  const two = patchUpload(one, 'b', { status: 'uploading' });
  expect(nextToStart(two)).toEqual([]);
  expect(nextToStart(patchUpload(two, 'a', { status: 'failed' })).map(({ id }) => id)).toEqual(['c']);
});

it('isUnderWay: until nothing waits or uploads', () => {
  const queue = withFiles([], chosen('a'), []);
  expect(isUnderWay(queue)).toBe(true);
  expect(isUnderWay(patchUpload(queue, 'a', { status: 'failed' }))).toBe(false);
  expect(isUnderWay([])).toBe(false);
});

it('roomLeft: twenty photos, and failed uploads do not count', () => {
  const queue = withFiles([], chosen('a', 'b'), []);
  expect([roomLeft(0, []), roomLeft(17, queue), roomLeft(18, queue), roomLeft(20, queue)]).toEqual([
    20, 1, 0, 0,
  ]);
  expect(roomLeft(18, patchUpload(queue, 'a', { status: 'failed' }))).toBe(1);
});
