import { expect, it } from 'vitest';
import { FIRST_CROP } from './crop-box.ts';
import { cornerWording, editWording, frameWording, savingWording } from './editor-messages.ts';

it('says where a corner is, from the edges nearest to it', () => {
  const box = { x: 12.4, y: 5, width: 50, height: 90 };
  expect(cornerWording(box, 'top-left')).toBe('12% from the left, 5% from the top');
  expect(cornerWording(box, 'bottom-right')).toBe('38% from the right, 5% from the bottom');
  expect(frameWording(box)).toBe('12% from the left, 5% from the top, 50% wide and 90% high');
});

it('says what an edit has come to', () => {
  expect(editWording({ rotation: -90, crop: FIRST_CROP })).toBe(
    'The photo is turned a quarter to the left. The whole photo is kept.',
  );
  expect(editWording({ rotation: 360, crop: { ...FIRST_CROP, width: 40 } })).toBe(
    'The photo lies as it came. The frame is 40% wide and 80% high.',
  );
});

it('tells how far the saving is', () => {
  expect([null, 0, 0.649, 1].map(savingWording)).toEqual([
    'Preparing…',
    'Uploading 0%',
    'Uploading 64%',
    'Converting…',
  ]);
});
