import { parentPort } from 'node:worker_threads';
import type { PageEdit } from '../../../shared/page-edit.ts';
import type { Picture } from '../../../shared/page-scan/picture.ts';
import { renderPage } from '../../../shared/page-scan/render-page.ts';
import { displaySize } from '../convert/display-size.ts';

export interface PageRequest {
  photo: Picture;
  edit: Pick<PageEdit, 'corners' | 'light'>;
}

parentPort?.on('message', ({ photo, edit }: PageRequest) => {
  const page = renderPage(photo, { ...edit, sizeOf: ({ width, height }) => displaySize(width, height) });
  parentPort?.postMessage(page, [page.data.buffer]);
});
