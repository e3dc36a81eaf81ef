import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { ThreadEnded, ThreadPool, ThreadTimeout } from '../threads/thread-pool.ts';
import type { HeifPicture } from './decode-heif.ts';
import { heifCodeFile } from './heif-library.ts';
import { decodingHeapBytes, REUSABLE_HEAP_BYTES, THREAD_HEAP_MEGABYTES } from './heif-limits.ts';
import type { HeifAnswer, HeifRequest } from './heif-worker.ts';

/** Milliseconds for one file; 100 megapixels take about a tenth of it on a machine of today. */
const TIMEOUT_MS = 30_000;
/** Milliseconds after which an idle thread is ended, which frees its heap. */
const IDLE_MS = 60_000;

/** Why a file gives no picture. `unsupported`: the library does not read what the file uses. */
export type HeifFault = 'damaged' | 'unsupported' | 'too slow';

export class HeifRefused extends Error {
  override name = 'HeifRefused';
  readonly fault: HeifFault;

  constructor(fault: HeifFault, cause: unknown) {
    super(fault, { cause });
    this.fault = fault;
  }
}

/**
 * Decodes HEIC and HEIF in worker threads. The decoder is WebAssembly with a bounded heap, so a hostile file can end its
 * thread and nothing more; after any error the thread is replaced.
 */
export class HeifThreads {
  readonly #timeoutMs: number;
  readonly #threads = new ThreadPool<HeifRequest, HeifAnswer>(() => this.#start(), IDLE_MS);
  #code: Promise<WebAssembly.Module> | null = null;

  constructor(timeoutMs: number = TIMEOUT_MS) {
    this.#timeoutMs = timeoutMs;
  }

  /**
   * @param source path of the file, or its bytes
   * @throws {HeifRefused}
   */
  async measure(source: string | Uint8Array): Promise<{ width: number; height: number }> {
    const answer = await this.#ask({ source, limits: null });
    if (answer.is !== 'size') throw new Error('The HEIF thread gave no size.');
    return answer;
  }

  /**
   * The primary picture.
   * @param pixels as measured; a file that needs far more memory than these is refused
   * @param maxPixels of any picture in the file
   * @throws {HeifRefused}
   */
  async decode(source: string | Uint8Array, pixels: number, maxPixels: number): Promise<HeifPicture> {
    const limits = { pixels: maxPixels, heapBytes: decodingHeapBytes(pixels) };
    const answer = await this.#ask({ source, limits });
    if (answer.is !== 'picture') throw new Error('The HEIF thread gave no picture.');
    return answer.picture;
  }

  close(): Promise<void> {
    return this.#threads.close();
  }

  async #ask(request: HeifRequest): Promise<HeifAnswer> {
    const answer = await this.#threads
      .ask(request, { timeoutMs: this.#timeoutMs, isReusable })
      .catch((error: unknown) => {
        if (error instanceof ThreadTimeout) throw new HeifRefused('too slow', error);
        throw error instanceof ThreadEnded ? new HeifRefused('damaged', error) : error;
      });
    if (answer.is === 'damaged' || answer.is === 'unsupported')
      throw new HeifRefused(answer.is, answer.reason);
    if (answer.is === 'unreadable') throw new Error(answer.reason);
    return answer;
  }

  async #start(): Promise<Worker> {
    this.#code ??= readFile(heifCodeFile()).then((bytes) => WebAssembly.compile(bytes));
    const workerData = await this.#code.catch((error: unknown) => {
      this.#code = null;
      throw error;
    });
    // From source the worker is TypeScript like this file; built, it is JavaScript beside the bundle.
    const file = import.meta.url.endsWith('.ts') ? './heif-worker.ts' : './heif-worker.js';
    return new Worker(new URL(file, import.meta.url), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MEGABYTES },
    });
  }
}

function isReusable(answer: HeifAnswer): boolean {
  if (answer.is === 'picture') return answer.heapBytes <= REUSABLE_HEAP_BYTES;
  return answer.is === 'size' || answer.is === 'unreadable';
}
