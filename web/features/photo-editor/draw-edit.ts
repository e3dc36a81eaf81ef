import type { DrawAnswer, DrawRequest } from './draw-worker.ts';
import type { PhotoEdit } from './photo-edit.ts';

/**
 * Draws the edited photo as JPEG of quality 0.9, in a worker, so that the page stays responsive.
 * @param src address of the photo's display variant
 * @throws {Error} when the photo can't be fetched, decoded or drawn
 * @throws {DOMException} AbortError when the signal aborts
 */
export function drawEdit(src: string, edit: PhotoEdit, signal: AbortSignal): Promise<Blob> {
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  signal.throwIfAborted();
  const worker = new Worker(new URL('./draw-worker.ts', import.meta.url), { type: 'module' });
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort);
  worker.onmessage = ({ data }: MessageEvent<DrawAnswer>) => {
    if ('jpeg' in data) resolve(data.jpeg);
    else reject(new Error(data.failure));
  };
  worker.onerror = (event) => reject(new Error(event.message || 'The drawing worker could not start'));
  const request: DrawRequest = { src: new URL(src, location.href).href, edit };
  worker.postMessage(request);
  return promise.finally(() => {
    signal.removeEventListener('abort', abort);
    worker.terminate();
  });
}
