import { Worker } from 'node:worker_threads';
import type { PageEdit } from '../../../shared/page-edit.ts';
import { fromPixels, type Pixels, pixelsOf, releaseAfter } from '../convert/make-variants.ts';
import { PhotoRefused } from '../photo-refused.ts';
import type { PageRequest, RenderedPage } from './page-worker.ts';

/** Milliseconds for one page; a page of a phone's photo takes about a twentieth of it on a machine of today. */
const TIMEOUT = 20_000;
/** Of JavaScript objects; the pixels are outside of it, and bounded as display variants are. */
const THREAD_HEAP_MEGABYTES = 128;

/**
 * Renders an edit: the page straightened and its light evened in a thread of its own, then turned and cropped.
 * @param photo of the size of a display variant; its memory is freed
 * @param timeout milliseconds
 * @throws {PhotoRefused} when it took too long
 */
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

/** First pixel, and the one after the last, of a range in percent; at least one pixel. */
function pixelRange(start: number, length: number, of: number): [number, number] {
  const first = Math.min(Math.round((start / 100) * of), of - 1);
  return [first, Math.max(first + 1, Math.min(of, Math.round(((start + length) / 100) * of)))];
}

async function renderedPage(photo: Pixels, { corners, light }: PageEdit, timeout: number): Promise<Pixels> {
  const inColour = () => pixelsOf(fromPixels(photo).removeAlpha().toColourspace('srgb'));
  const rgb = photo.channels === 3 ? photo : await releaseAfter(photo.data, inColour);
  // A copy: memory of the image library can't go to another thread.
  const data = await releaseAfter(rgb.data, async () => new Uint8ClampedArray(rgb.data));
  const picture = { data, width: rgb.width, height: rgb.height };
  const { buffer, width, height } = await inThread({ photo: picture, edit: { corners, light } }, timeout);
  return { data: Buffer.from(buffer), width, height, channels: 3 };
}

/** Threads that have rendered a page and wait for the next, each with the timer that ends it: a warm one takes half the time. */
const idle: { thread: Worker; timer: NodeJS.Timeout }[] = [];
/** Milliseconds after which one of them ends, which frees its memory. */
const IDLE_TIMEOUT = 30_000;

/** @throws {PhotoRefused} when it took too long; Error when the thread failed */
async function inThread(request: PageRequest, timeout: number): Promise<RenderedPage> {
  const waiting = idle.pop();
  clearTimeout(waiting?.timer);
  const thread = waiting?.thread ?? startThread();
  thread.ref();
  try {
    const page = await ask(thread, request, timeout);
    keepIdle(thread);
    return page;
  } catch (error) {
    await thread.terminate();
    throw error;
  }
}

function startThread(): Worker {
  // From source the worker is TypeScript like this file; built, it is JavaScript beside the bundle.
  const file = import.meta.url.endsWith('.ts') ? './page-worker.ts' : './page-worker.js';
  const thread = new Worker(new URL(file, import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MEGABYTES },
  });
  // Stays registered: an error between two pages would otherwise end the process.
  thread.on('error', () => thread.terminate());
  thread.once('exit', () => forgetIdle(thread));
  return thread;
}

function forgetIdle(thread: Worker): void {
  const at = idle.findIndex((waiting) => waiting.thread === thread);
  if (at >= 0) clearTimeout(idle.splice(at, 1)[0]?.timer);
}

function keepIdle(thread: Worker): void {
  thread.unref();
  const timer = setTimeout(() => {
    // Before it ends, which takes a moment: no page may be given to it then.
    forgetIdle(thread);
    void thread.terminate();
  }, IDLE_TIMEOUT);
  timer.unref();
  idle.push({ thread, timer });
}

function ask(thread: Worker, request: PageRequest, timeout: number): Promise<RenderedPage> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer);
      thread.off('message', onPage).off('error', reject).off('exit', onExit);
      act();
    };
    const onPage = (page: RenderedPage) => settle(() => resolve(page));
    const onExit = () => settle(() => reject(new Error('The thread that renders pages ended.')));
    const onTime = () => settle(() => reject(new PhotoRefused('TOO_SLOW', { cause: 'time-out' })));
    const timer = setTimeout(onTime, timeout);
    thread.on('message', onPage).on('error', reject).on('exit', onExit);
    thread.postMessage(request, [request.photo.data.buffer]);
  });
}
