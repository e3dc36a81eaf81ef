import { evenLight, LIGHT } from './even-light.ts';
import type { StartRowEvener } from './even-rows.ts';
import { mapCorners, type Quad } from './geometry.ts';
import { straightSize } from './homography.ts';
import { paperLight } from './paper-light.ts';
import type { Picture } from './picture.ts';
import type { StartResampling } from './resample-rows.ts';
import { straighten } from './straighten.ts';

export interface PageRendering {
  /** shares of the photo's width and height; null for the whole photo */
  corners: Quad | null;
  /** 0 to 2, see `LIGHT` */
  light: number;
  sizeOf: (straight: { width: number; height: number }) => { width: number; height: number };
  loops?: { resampling: StartResampling; evener: StartRowEvener };
}

/** Straightens a page and evens its light. @returns the photo itself, changed, where nothing is straightened */
export function renderPage(photo: Picture, { corners, light, ...straight }: PageRendering): Picture {
  // Four pixels are read around each place.
  const isStraightened = corners && Math.min(photo.width, photo.height) >= 4;
  const page = isStraightened ? straightened(photo, corners, straight) : photo;
  return light > LIGHT.none ? evenLight(page, paperLight(page), light, straight.loops?.evener) : page;
}

function straightened(
  photo: Picture,
  shares: Quad,
  { sizeOf, loops }: Pick<PageRendering, 'sizeOf' | 'loops'>,
): Picture {
  const corners = mapCorners(shares, ({ x, y }) => ({ x: x * photo.width, y: y * photo.height }));
  return straighten(photo, corners, sizeOf(straightSize(corners, photo)), loops?.resampling);
}
