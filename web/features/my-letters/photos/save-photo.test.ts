import { expect, it } from 'vitest';
import { aReply, testLetter } from '../../../../test/web/letter.ts';
import { photoFileName, photoSetOfLetter, photoSetOfReply } from './photo-set.ts';
import { downloadFailure } from './save-photo.ts';

it('photoFileName: letter or reply id and position from 1', () => {
  expect(photoFileName(photoSetOfLetter(testLetter({ id: 132 })), 0)).toBe('letter-132-photo-1.jpg');
  expect(photoFileName(photoSetOfReply(aReply({ id: 7 })), 2)).toBe('reply-7-photo-3.jpg');
});

it('downloadFailure: a deleted photo is not the same as a failed download', () => {
  expect([403, 404, 410].map(downloadFailure)).toEqual(Array(3).fill('This photo is no longer available.'));
  expect([500, 429].map(downloadFailure)).toEqual(
    Array(2).fill('Unable to download the image. Please try again.'),
  );
});
