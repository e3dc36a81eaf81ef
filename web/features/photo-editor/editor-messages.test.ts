import { expect, it } from 'vitest';
import { WHOLE_PHOTO } from '../page-scan/page-corners.ts';
import { FIRST_CROP } from './crop-box.ts';
import { cornerMessage, editMessage, frameMessage, savingMessage } from './editor-messages.ts';
import { NO_EDIT } from './photo-edit.ts';

it('cornerMessage, frameMessage: give distances from the nearest edges', () => {
  const box = { x: 12.4, y: 5, width: 50, height: 90 };
  expect(cornerMessage(box, 'top-left')).toBe('12% from the left, 5% from the top');
  expect(cornerMessage(box, 'bottom-right')).toBe('38% from the right, 5% from the bottom');
  expect(frameMessage(box)).toBe('12% from the left, 5% from the top, 50% wide and 90% high');
});

it('editMessage: describes the page, its light, rotation and crop', () => {
  expect(editMessage({ ...NO_EDIT, rotation: -90, crop: FIRST_CROP })).toBe(
    'The photo is turned a quarter to the left. The whole photo is kept.',
  );
  expect(editMessage({ ...NO_EDIT, rotation: 360, crop: { ...FIRST_CROP, width: 40 } })).toBe(
    'The photo lies as it came. The frame is 40% wide and 80% high.',
  );
  const corners = WHOLE_PHOTO;
  expect(editMessage({ ...NO_EDIT, corners, light: 1.5 })).toBe(
    'The page is straightened. Even light, 50% ink on white. The photo lies as it came. The whole photo is kept.',
  );
});

it('savingMessage: shows the progress', () => {
  expect([null, 0, 0.649, 1].map(savingMessage)).toEqual([
    'Preparing…',
    'Uploading 0%',
    'Uploading 64%',
    'Converting…',
  ]);
});
