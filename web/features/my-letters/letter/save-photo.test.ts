import { expect, it } from 'vitest';
import { aLetter, aReply } from '../../../../test/web/letter.ts';
import { photoSetOfLetter, photoSetOfReply } from './photo-set.ts';
import { downloadFailure, photoFileName } from './save-photo.ts';

it('names the file after its letter or reply and its place, counted from one', () => {
  expect(photoFileName(photoSetOfLetter(aLetter({ id: 132 })), 0)).toBe('letter-132-photo-1.jpg');
  expect(photoFileName(photoSetOfReply(aReply({ id: 7 })), 2)).toBe('reply-7-photo-3.jpg');
});

it('tells a photo that is gone from a download that may work next time', () => {
  expect([403, 404, 410].map(downloadFailure)).toEqual(Array(3).fill('This photo is no longer available.'));
  expect([500, 429].map(downloadFailure)).toEqual(
    Array(2).fill('Unable to download the image. Please try again.'),
  );
});
