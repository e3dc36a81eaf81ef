import { pixelRange, type Quad } from '../../../packages/page-finder/geometry.ts';
import type { PageEdit } from '../../../shared/page-edit.ts';
import { type CropBox, FIRST_CROP, isSameBox, rotatedBox } from './crop-box.ts';

/** In this order: straightened, light evened, rotated, cropped. */
export interface PhotoEdit {
  /** degrees clockwise, accumulated by ±90 */
  rotation: number;
  /** percent of the rotated photo */
  crop: CropBox;
  /** the page's corners, shares of the unedited photo; null for the whole photo */
  corners: Quad | null;
  /** 0 as photographed, 1 even, 2 ink on white */
  light: number;
}

export const NO_EDIT: PhotoEdit = { rotation: 0, crop: FIRST_CROP, corners: null, light: 0 };

const WHOLE: CropBox = { x: 0, y: 0, width: 100, height: 100 };

/** Rotates by 90°; the crop box stays around the same part of the photo. */
export function rotated(edit: PhotoEdit, clockwise: boolean): PhotoEdit {
  const { rotation, crop } = edit;
  return { ...edit, rotation: rotation + (clockwise ? 90 : -90), crop: rotatedBox(crop, clockwise) };
}

export function withoutRotation(edit: PhotoEdit): PhotoEdit {
  let back = edit;
  while (back.rotation !== 0) back = rotated(back, back.rotation < 0);
  return back;
}

/** Quarters clockwise, 0 to 3. */
export const quarterTurns = ({ rotation }: PhotoEdit): number => (((rotation / 90) % 4) + 4) % 4;

/** A box that was never moved crops nothing: the person only opened the mode. */
export function isCropped({ crop }: PhotoEdit): boolean {
  return !isSameBox(crop, FIRST_CROP) && !isSameBox(crop, WHOLE);
}

/** True when the page is straightened or brightened, which the server does. */
export const isScanned = ({ corners, light }: PhotoEdit): boolean => corners !== null || light > 0;

/** @param before the edit that the photo has already */
export function isChanged(edit: PhotoEdit, before: PhotoEdit = NO_EDIT): boolean {
  return JSON.stringify(pageEditOf(edit)) !== JSON.stringify(pageEditOf(before));
}

export function pageEditOf(edit: PhotoEdit): PageEdit {
  const { corners, light, crop } = edit;
  const turn = quarterTurns(edit);
  return {
    corners: corners && [...corners],
    light,
    turn: turn === 1 || turn === 2 || turn === 3 ? turn : 0,
    crop: isCropped(edit) ? crop : null,
  };
}

export function photoEditOf({ corners, light, turn, crop }: PageEdit): PhotoEdit {
  return { corners, light, rotation: 90 * turn, crop: crop ?? FIRST_CROP };
}

/** `a, b, c, d, e, f` of `CanvasRenderingContext2D.setTransform`, all integers. */
type Transform = [number, number, number, number, number, number];

/** Size of the edited photo in pixels, and the transform that draws the original on it. */
export function drawingOf({ width, height }: { width: number; height: number }, edit: PhotoEdit) {
  const quarters = quarterTurns(edit);
  const sideways = quarters % 2 === 1;
  const across = sideways ? height : width;
  const down = sideways ? width : height;
  const box = isCropped(edit) ? edit.crop : WHOLE;
  const [left, right] = pixelRange(box.x, box.width, across);
  const [top, bottom] = pixelRange(box.y, box.height, down);
  const [a, b, c, d, e, f] = rotationOf(quarters, width, height);
  const transform: Transform = [a, b, c, d, e - left, f - top];
  return { width: right - left, height: bottom - top, transform };
}

/** Rotation about the origin by quarters clockwise, moved back to positive coordinates. */
function rotationOf(quarters: number, width: number, height: number): Transform {
  if (quarters === 1) return [0, 1, -1, 0, height, 0];
  if (quarters === 2) return [-1, 0, 0, -1, width, height];
  return quarters === 3 ? [0, -1, 1, 0, 0, width] : [1, 0, 0, 1, 0, 0];
}
