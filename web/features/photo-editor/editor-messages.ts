import { lightMessage } from '../page-scan/light-message.ts';
import type { Corner, CropBox } from './crop-box.ts';
import { isCropped, type PhotoEdit, quarterTurns } from './photo-edit.ts';

/** Position of a corner of the crop box, for screen readers. */
export function cornerMessage({ x, y, width, height }: CropBox, corner: Corner): string {
  const across = corner.endsWith('left')
    ? `${Math.round(x)}% from the left`
    : `${Math.round(100 - x - width)}% from the right`;
  const down = corner.startsWith('top')
    ? `${Math.round(y)}% from the top`
    : `${Math.round(100 - y - height)}% from the bottom`;
  return `${across}, ${down}`;
}

/** Position and size of the crop box, for screen readers. */
export function frameMessage(box: CropBox): string {
  return `${cornerMessage(box, 'top-left')}, ${sizeMessage(box)}`;
}

function sizeMessage({ width, height }: CropBox): string {
  return `${Math.round(width)}% wide and ${Math.round(height)}% high`;
}

/** The edit as a whole, announced once the person pauses. */
export function editMessage(edit: PhotoEdit): string {
  const turn = [
    'The photo lies as it came.',
    'The photo is turned a quarter to the right.',
    'The photo is turned upside down.',
    'The photo is turned a quarter to the left.',
  ][quarterTurns(edit)];
  const kept = isCropped(edit) ? `The frame is ${sizeMessage(edit.crop)}.` : 'The whole photo is kept.';
  const page = edit.corners ? 'The page is straightened. ' : '';
  const light = edit.light > 0 ? `${lightMessage(edit.light)}. ` : '';
  return `${page}${light}${turn} ${kept}`;
}

/** Text of the Save button while it saves. @param share of the bytes that were sent, 0 to 1; null before the upload */
export function savingMessage(share: number | null): string {
  if (share === null) return 'Preparing…';
  return share < 1 ? `Uploading ${Math.floor(share * 100)}%` : 'Converting…';
}
