import { evenLight, LIGHT } from './even-light.ts';
import { mapCorners, type Quad } from './geometry.ts';
import { straightSize } from './homography.ts';
import { paperLight } from './paper-light.ts';
import type { Picture } from './picture.ts';
import { straighten } from './straighten.ts';

export interface PageRendering {
  /** shares of the photo's width and height; null for the whole photo */
  corners: Quad | null;
  /** 0 to 2, see `LIGHT` */
  light: number;
  /** the pixels to straighten a page of this size to */
  sizeOf: (straight: { width: number; height: number }) => { width: number; height: number };
}

/** Straightens a page and evens its light. @returns the photo itself, changed, where nothing is straightened */
export function renderPage(photo: Picture, { corners, light, sizeOf }: PageRendering): Picture {
  const page = corners ? straightened(photo, corners, sizeOf) : photo;
  return light > LIGHT.none ? evenLight(page, paperLight(page), light) : page;
}

function straightened(photo: Picture, shares: Quad, sizeOf: PageRendering['sizeOf']): Picture {
  const corners = mapCorners(shares, ({ x, y }) => ({ x: x * photo.width, y: y * photo.height }));
  return straighten(photo, corners, sizeOf(straightSize(corners, photo)));
}
