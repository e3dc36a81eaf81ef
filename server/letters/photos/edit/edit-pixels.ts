import { Worker } from 'node:worker_threads';
import { pixelRange } from '../../../../packages/page-finder/geometry.ts';
import { ThreadPool, ThreadTimeout } from '../../../../packages/threads/thread-pool.ts';
import type { PageEdit } from '../../../../shared/page-edit.ts';
import { fromPixels, type Pixels, pixelsOf, releaseAfter } from '../convert/make-variants.ts';
import { PhotoRefused } from '../photo-refused.ts';
import type { PageRequest, RenderedPage } from './page-worker.ts';

/** Milliseconds for one page; a page of a phone's photo takes about a twentieth of it on a machine of today. */
const TIMEOUT = 20_000;
/** Of JavaScript objects; the pixels are outside of it, and bounded as display variants are. */
const THREAD_HEAP_MEGABYTES = 128;

/** @param photo its memory is freed @param timeout milliseconds @throws {PhotoRefused} when it took too long */
export async function editPixels(photo: Pixels, edit: PageEdit, timeout = TIMEOUT): Promise<Pixels> {
  const page = edit.corners || edit.light > 0 ? await renderedPage(photo, edit, timeout) : photo;
  const turned =
    edit.turn === 0
      ? page
      : await releaseAfter(page.data, () => pixelsOf(fromPixels(page).rotate(90 * edit.turn)));
  const { crop } = edit;
  if (!crop) return turned;
  const [left, right] = pixelRange(crop.x, crop.width, turned.width);
  const [top, bottom] = pixelRange(crop.y, crop.height, turned.height);
  const area = { left, top, width: right - left, height: bottom - top };
  return releaseAfter(turned.data, () => pixelsOf(fromPixels(turned).extract(area)));
}

async function renderedPage(photo: Pixels, { corners, light }: PageEdit, timeout: number): Promise<Pixels> {
  const inColour = () => pixelsOf(fromPixels(photo).removeAlpha().toColourspace('srgb'));
  const rgb = photo.channels === 3 ? photo : await releaseAfter(photo.data, inColour);
  // A copy: memory of the image library can't go to another thread.
  const data = await releaseAfter(rgb.data, async () => new Uint8ClampedArray(rgb.data));
  const picture = { data, width: rgb.width, height: rgb.height };
  const { buffer, width, height } = await threads
    .ask({ photo: picture, edit: { corners, light } }, { timeoutMs: timeout, transfer: [data.buffer] })
    .catch((error: unknown) => {
      throw error instanceof ThreadTimeout ? new PhotoRefused('TOO_SLOW', { cause: error }) : error;
    });
  return { data: Buffer.from(buffer), width, height, channels: 3 };
}

/** Milliseconds after which an idle thread ends, which frees its memory. */
const IDLE_MS = 30_000;

const threads = new ThreadPool<PageRequest, RenderedPage>(() => {
  // From source the worker is TypeScript like this file; built, it is JavaScript beside the bundle.
  const file = import.meta.url.endsWith('.ts') ? './page-worker.ts' : './page-worker.js';
  return new Worker(new URL(file, import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MEGABYTES },
  });
}, IDLE_MS);
