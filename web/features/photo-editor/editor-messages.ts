import { joinSentences } from '../../../shared/words.ts';
import { language, t } from '../../lib/words.tsx';
import { sendingMessage } from '../uploads/upload-queue.ts';
import type { Corner, CropBox } from './crop-box.ts';
import { isCropped, type PhotoEdit, quarterTurns } from './photo-edit.ts';

/** Whole percent; a rounding error below 0 would be written as -0. */
const percent = (value: number) => Math.max(0, Math.round(value));

export function cornerMessage({ x, y, width, height }: CropBox, corner: Corner): string {
  const across = percent(corner.endsWith('left') ? x : 100 - x - width);
  const down = percent(corner.startsWith('top') ? y : 100 - y - height);
  if (corner === 'top-left') return t('{across}% from the left, {down}% from the top', { across, down });
  if (corner === 'top-right') return t('{across}% from the right, {down}% from the top', { across, down });
  if (corner === 'bottom-left')
    return t('{across}% from the left, {down}% from the bottom', { across, down });
  return t('{across}% from the right, {down}% from the bottom', { across, down });
}

export function frameMessage({ x, y, width, height }: CropBox): string {
  return t('{across}% from the left, {down}% from the top, {width}% wide and {height}% high', {
    across: Math.round(x),
    down: Math.round(y),
    width: Math.round(width),
    height: Math.round(height),
  });
}

/** @param light 0 as photographed, 1 even, 2 ink on white */
export function lightMessage(light: number): string {
  if (light === 0) return t('As photographed');
  if (light < 1) return t('{percent}% even light', { percent: Math.round(light * 100) });
  if (light === 1) return t('Even light');
  return light === 2
    ? t('Ink on white')
    : t('Even light, {percent}% ink on white', { percent: Math.round((light - 1) * 100) });
}

/** The edit as a whole, announced once the person pauses. */
export function editMessage(edit: PhotoEdit): string {
  const turn = [
    t('The photo lies as it came.'),
    t('The photo is turned a quarter to the right.'),
    t('The photo is turned upside down.'),
    t('The photo is turned a quarter to the left.'),
  ][quarterTurns(edit)];
  const kept = isCropped(edit)
    ? t('The frame is {width}% wide and {height}% high.', {
        width: Math.round(edit.crop.width),
        height: Math.round(edit.crop.height),
      })
    : t('The whole photo is kept.');
  const page = edit.corners ? t('The page is straightened.') : '';
  const light = edit.light > 0 ? t('{light}.', { light: lightMessage(edit.light) }) : '';
  return joinSentences([page, light, turn, kept], language());
}

/** @param share of the bytes that were sent, 0 to 1; null before the upload */
export function savingMessage(share: number | null): string {
  return share === null ? t('Preparing…') : sendingMessage(share);
}
