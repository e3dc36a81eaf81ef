import { parentPort } from 'node:worker_threads';
import type { PageEdit } from '../../../shared/page-edit.ts';
import { type Picture, packedPixels } from '../../../shared/page-scan/picture.ts';
import { renderPage } from '../../../shared/page-scan/render-page.ts';
import { displaySize } from '../convert/display-size.ts';

export interface PageRequest {
  photo: Picture;
  edit: Pick<PageEdit, 'corners' | 'light'>;
}

/** The page, three bytes a pixel. */
export interface RenderedPage {
  buffer: ArrayBuffer;
  width: number;
  height: number;
}

parentPort?.on('message', ({ photo, edit }: PageRequest) => {
  const page = renderPage(photo, { ...edit, sizeOf: ({ width, height }) => displaySize(width, height) });
  const { width, height } = page;
  const buffer = withoutAlpha(page);
  const rendered: RenderedPage = { buffer, width, height };
  parentPort?.postMessage(rendered, [buffer]);
});

/** @returns three bytes a pixel, in the memory of the picture */
function withoutAlpha(page: Picture): ArrayBuffer {
  const pixels = packedPixels(page);
  // Three words hold what four pixels did; the last of them may hold nothing.
  for (let at = 0, to = 0; at < pixels.length; at += 4, to += 3) {
    const first = pixels[at] ?? 0;
    const second = pixels[at + 1] ?? 0;
    const third = pixels[at + 2] ?? 0;
    const fourth = pixels[at + 3] ?? 0;
    pixels[to] = (first & 0xffffff) | (second << 24);
    pixels[to + 1] = ((second >>> 8) & 0xffff) | (third << 16);
    pixels[to + 2] = ((third >>> 16) & 0xff) | (fourth << 8);
  }
  return page.data.buffer.transfer(3 * pixels.length);
}
