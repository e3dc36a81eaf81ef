/** What is kept of a photo as it is seen: all in percent of its width or height. */
export interface CropBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type Corner = 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right';
export type CropHandle = Corner | 'frame';

/** Spec section 9: where the box starts, and the least it may be; percent. */
export const FIRST_CROP: CropBox = { x: 10, y: 10, width: 80, height: 80 };
export const LEAST_CROP = 10;

/** Two boxes are the same when no photo is so large that they would differ by a pixel; percent. */
const SAME_WITHIN = 1e-6;

/**
 * The box after a handle was taken `dx` to the right and `dy` down, both in percent. It stays inside the photo and
 * never gets smaller than the least; the corner opposite to the one taken does not move.
 */
export function dragged(box: CropBox, handle: CropHandle, dx: number, dy: number): CropBox {
  if (handle === 'frame') {
    return {
      ...box,
      x: clamp(box.x + dx, 0, 100 - box.width),
      y: clamp(box.y + dy, 0, 100 - box.height),
    };
  }
  const across = stretched(box.x, box.width, handle.endsWith('left'), dx);
  const down = stretched(box.y, box.height, handle.startsWith('top'), dy);
  return { x: across.start, y: down.start, width: across.length, height: down.length };
}

/** One side of the box after its near or its far end was taken by `delta`. */
function stretched(start: number, length: number, near: boolean, delta: number) {
  const end = start + length;
  if (!near) return { start, length: clamp(end + delta, start + LEAST_CROP, 100) - start };
  const moved = clamp(start + delta, 0, end - LEAST_CROP);
  return { start: moved, length: end - moved };
}

/** The box around the same part of the photo after the photo was turned by 90°, clockwise or back. */
export function turnedBox({ x, y, width, height }: CropBox, clockwise: boolean): CropBox {
  return clockwise
    ? { x: 100 - y - height, y: x, width: height, height: width }
    : { x: y, y: 100 - x - width, width: height, height: width };
}

export function isSameBox(one: CropBox, other: CropBox): boolean {
  return (['x', 'y', 'width', 'height'] as const).every(
    (side) => Math.abs(one[side] - other[side]) < SAME_WITHIN,
  );
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), Math.max(least, most));
}
