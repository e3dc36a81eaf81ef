import { expect, it } from 'vitest';
import { aReply, testLetter } from '../../../../test/web/letter.ts';
import { ApiFailure } from '../../../lib/api.ts';
import { photoSetOfLetter, photoSetOfReply } from './photo-set.ts';
import { downloadFailure } from './save-photo.ts';

it('fileName: a letter’s photo is named for its writer and page, a reply’s for its number', () => {
  expect(photoSetOfLetter(testLetter({ senderName: 'Maren: Oakes/x' })).fileName(1)).toBe(
    'Letter from Maren Oakes x, page 1.jpg',
  );
  expect(photoSetOfReply(aReply({ id: 7 })).fileName(3)).toBe('reply-7-photo-3.jpg');
});

it('downloadFailure: a deleted photo is not the same as a failed download', () => {
  const failure = (status: number) => downloadFailure(new ApiFailure(status, '', ''));
  expect([403, 404, 410].map(failure)).toEqual(Array(3).fill('This photo is no longer available.'));
  expect([500, 429].map(failure)).toEqual(Array(2).fill('Unable to download the image. Please try again.'));
});
