import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { PHOTO_MAX_PIXELS } from '../../../shared/limits.ts';
import { FairLimiter } from '../../platform/limiter.ts';
import { PhotoRefused } from '../photo-refused.ts';
import type { HeifPicture } from './decode-heif.ts';
import { heifCodeFile } from './heif-library.ts';
import { decodingHeapBytes, REUSABLE_HEAP_BYTES, THREAD_HEAP_MEGABYTES } from './heif-limits.ts';
import type { HeifRequest, HeifResponse } from './heif-worker.ts';

/** Milliseconds for one file; 100 megapixels take about a tenth of it on a machine of today. */
const TIMEOUT = 30_000;
/** Milliseconds after which an idle thread is ended, which frees its heap. */
const IDLE_TIMEOUT = 60_000;

/**
 * Decodes HEIC and HEIF in worker threads, reusing idle ones. The decoder is WebAssembly with a bounded heap, so a
 * hostile file can end its thread and nothing more; after any error the thread is replaced.
 */
export class HeifThreads {
  readonly #limiter: FairLimiter;
  readonly #timeout: number;
  /** idle threads, and the timer that ends each */
  readonly #idle: { thread: Worker; timer: NodeJS.Timeout }[] = [];
  #code: Promise<WebAssembly.Module> | null = null;

  /**
   * @param maxThreads threads at once
   * @param timeout milliseconds for one file
   */
  constructor(maxThreads: number, timeout: number = TIMEOUT) {
    this.#limiter = new FairLimiter(maxThreads);
    this.#timeout = timeout;
  }

  /**
   * Upright width and height in pixels, as the file's header claims them.
   * @throws {PhotoRefused}
   */
  async measure(source: string | Uint8Array): Promise<{ width: number; height: number }> {
    const answer = await this.#ask({ source, limits: null });
    if (answer.is !== 'size') throw new Error('The HEIF thread gave no size.');
    return answer;
  }

  /**
   * The primary picture.
   * @param pixels as measured; a file that needs far more memory than these is refused
   * @throws {PhotoRefused}
   */
  async decode(source: string | Uint8Array, pixels: number): Promise<HeifPicture> {
    const limits = { pixels: PHOTO_MAX_PIXELS, heapBytes: decodingHeapBytes(pixels) };
    const answer = await this.#ask({ source, limits });
    if (answer.is !== 'picture') throw new Error('The HEIF thread gave no picture.');
    return answer.picture;
  }

  async close(): Promise<void> {
    await Promise.all(
      this.#idle.splice(0).map(({ thread, timer }) => {
        clearTimeout(timer);
        return thread.terminate();
      }),
    );
  }

  #ask(request: HeifRequest): Promise<HeifResponse> {
    return this.#limiter.take(1, async () => {
      const thread = this.#takeIdle() ?? (await this.#start());
      thread.ref();
      let answer: HeifResponse;
      try {
        answer = await ask(thread, request, this.#timeout);
      } catch (error) {
        await thread.terminate();
        throw error;
      }
      const isTooLarge = answer.is === 'picture' && answer.heapBytes > REUSABLE_HEAP_BYTES;
      const isRefused = answer.is === 'damaged' || answer.is === 'unsupported';
      if (isTooLarge || isRefused) await thread.terminate();
      else this.#keepIdle(thread);
      if (answer.is === 'damaged') throw new PhotoRefused('DAMAGED_PHOTO', { cause: answer.reason });
      if (answer.is === 'unsupported') throw new PhotoRefused('UNREADABLE_PHOTO', { cause: answer.reason });
      if (answer.is === 'unreadable') throw new Error(answer.reason);
      return answer;
    });
  }

  #keepIdle(thread: Worker): void {
    thread.unref();
    const timer = setTimeout(() => thread.terminate(), IDLE_TIMEOUT);
    timer.unref();
    this.#idle.push({ thread, timer });
  }

  #takeIdle(): Worker | undefined {
    const idle = this.#idle.pop();
    clearTimeout(idle?.timer);
    return idle?.thread;
  }

  async #start(): Promise<Worker> {
    this.#code ??= readFile(heifCodeFile()).then((bytes) => WebAssembly.compile(bytes));
    const code = await this.#code.catch((error: unknown) => {
      this.#code = null;
      throw error;
    });
    const thread = await startThread(code);
    thread.once('exit', () => {
      const at = this.#idle.findIndex((idle) => idle.thread === thread);
      if (at >= 0) clearTimeout(this.#idle.splice(at, 1)[0]?.timer);
    });
    return thread;
  }
}

/** @throws {PhotoRefused} when the file took too long, or ended the thread */
function ask(thread: Worker, request: HeifRequest, timeout: number): Promise<HeifResponse> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer);
      thread.off('message', onResponse).off('error', onError).off('exit', onExit);
      act();
    };
    const onResponse = (answer: HeifResponse) => settle(() => resolve(answer));
    const refuse = (code: 'DAMAGED_PHOTO' | 'TOO_SLOW', cause: unknown) =>
      settle(() => reject(new PhotoRefused(code, { cause })));
    const onError = (error: unknown) => refuse('DAMAGED_PHOTO', error);
    const onExit = () => refuse('DAMAGED_PHOTO', 'the thread ended');
    const timer = setTimeout(() => refuse('TOO_SLOW', 'time-out'), timeout);
    thread.on('message', onResponse).on('error', onError).on('exit', onExit);
    thread.postMessage(request);
  });
}

function startThread(code: WebAssembly.Module): Promise<Worker> {
  // From source the worker is TypeScript like this file; built, it is JavaScript beside the bundle.
  const file = import.meta.url.endsWith('.ts') ? './heif-worker.ts' : './heif-worker.js';
  const thread = new Worker(new URL(file, import.meta.url), {
    workerData: code,
    resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MEGABYTES },
  });
  return new Promise((resolve, reject) => {
    // Stays registered: an error between requests would otherwise end the process.
    thread.on('error', reject);
    thread.once('exit', () => reject(new Error('The HEIF thread did not start.')));
    thread.once('message', () => resolve(thread));
  });
}
