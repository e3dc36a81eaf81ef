import { parentPort } from 'node:worker_threads';
import type { Picture } from '../../../../packages/page-finder/picture.ts';
import { renderPage } from '../../../../packages/page-finder/render-page.ts';
import { evenInWasm } from '../../../../packages/page-finder/wasm/even-in-wasm.ts';
import { resampleInWasm } from '../../../../packages/page-finder/wasm/resample-in-wasm.ts';
import type { PageEdit } from '../../../../shared/page-edit.ts';
import { displaySize } from '../convert/display-size.ts';

export interface PageRequest {
  /** three bytes a pixel */
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
  const { data, ...size } = renderPage(photo, {
    ...edit,
    sizeOf: ({ width, height }) => displaySize(width, height),
    loops: { resampling: resampleInWasm, evener: evenInWasm },
  });
  const rendered: RenderedPage = { buffer: data.buffer, ...size };
  // Copied, not handed over: a thread that gives away memory loses all code that was compiled for typed arrays.
  parentPort?.postMessage(rendered);
});
parentPort?.postMessage('ready');
