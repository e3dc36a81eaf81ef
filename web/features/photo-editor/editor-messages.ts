import type { Corner, CropBox } from './crop-box.ts';
import { isCropped, type PhotoEdit, quarterTurns } from './photo-edit.ts';

/** Where a corner of the frame is, for those who hear it. */
export function cornerWording({ x, y, width, height }: CropBox, corner: Corner): string {
  const across = corner.endsWith('left')
    ? `${Math.round(x)}% from the left`
    : `${Math.round(100 - x - width)}% from the right`;
  const down = corner.startsWith('top')
    ? `${Math.round(y)}% from the top`
    : `${Math.round(100 - y - height)}% from the bottom`;
  return `${across}, ${down}`;
}

/** Where the whole frame is, and how much it keeps. */
export function frameWording(box: CropBox): string {
  return `${cornerWording(box, 'top-left')}, ${sizeWording(box)}`;
}

function sizeWording({ width, height }: CropBox): string {
  return `${Math.round(width)}% wide and ${Math.round(height)}% high`;
}

/** What the edit has come to, said once a person pauses. */
export function editWording(edit: PhotoEdit): string {
  const turn = [
    'The photo lies as it came.',
    'The photo is turned a quarter to the right.',
    'The photo is turned upside down.',
    'The photo is turned a quarter to the left.',
  ][quarterTurns(edit)];
  const kept = isCropped(edit) ? `The frame is ${sizeWording(edit.crop)}.` : 'The whole photo is kept.';
  return `${turn} ${kept}`;
}

/** What the Save button says while it works; the share of the bytes that has left, or null before the first. */
export function savingWording(share: number | null): string {
  if (share === null) return 'Preparing…';
  return share < 1 ? `Uploading ${Math.floor(share * 100)}%` : 'Converting…';
}
