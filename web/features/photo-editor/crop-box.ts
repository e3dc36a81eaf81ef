import type { PageEdit } from '../../../shared/page-edit.ts';

/** The part of the displayed photo that is kept, in percent of its width and height. */
export type CropBox = NonNullable<PageEdit['crop']>;

export type Corner = 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right';
export type CropHandle = Corner | 'frame';

/** Spec section 9: where the box starts, and its minimum size; percent. */
export const FIRST_CROP: CropBox = { x: 10, y: 10, width: 80, height: 80 };
export const MINIMUM_CROP = 10;

/** Boxes that differ by less are the same: on no photo is it a pixel; percent. */
const SAME_WITHIN = 1e-6;

/** Both in percent. It stays inside the photo and above the minimum; the corner opposite to the dragged one stays. */
export function dragged(box: CropBox, handle: CropHandle, dx: number, dy: number): CropBox {
  if (handle === 'frame') {
    return {
      ...box,
      x: clamp(box.x + dx, 0, 100 - box.width),
      y: clamp(box.y + dy, 0, 100 - box.height),
    };
  }
  const across = resized(box.x, box.width, handle.endsWith('left'), dx);
  const down = resized(box.y, box.height, handle.startsWith('top'), dy);
  return { x: across.start, y: down.start, width: across.length, height: down.length };
}

/** @param near whether the near end is moved, or the far one */
function resized(start: number, length: number, near: boolean, delta: number) {
  const end = Math.min(start + length, 100);
  if (!near) return { start, length: clamp(end + delta, start + MINIMUM_CROP, 100) - start };
  const moved = clamp(start + delta, 0, end - MINIMUM_CROP);
  return { start: moved, length: end - moved };
}

/** The box around the same part of the photo after a quarter turn. Rounding must not move its start below 0. */
export function rotatedBox({ x, y, width, height }: CropBox, clockwise: boolean): CropBox {
  return clockwise
    ? { x: Math.max(0, 100 - y - height), y: x, width: height, height: width }
    : { x: y, y: Math.max(0, 100 - x - width), width: height, height: width };
}

export function isSameBox(one: CropBox, other: CropBox): boolean {
  return (['x', 'y', 'width', 'height'] as const).every(
    (side) => Math.abs(one[side] - other[side]) < SAME_WITHIN,
  );
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), Math.max(least, most));
}
