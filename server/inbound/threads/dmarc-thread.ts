import type { Worker } from 'node:worker_threads';
import type { Dmarc, MessageOrigin } from '../classify/check-dmarc.ts';
import type { DmarcRequest, DmarcResult } from './dmarc-worker.ts';
import { startMailWorker } from './start-mail-worker.ts';

/** Milliseconds: two seconds more than the look-ups of a message may take. */
const TIMEOUT = 8_000;

/**
 * Checks DMARC in a worker thread. Messages are checked concurrently, since most of the time is waiting for DNS. When
 * one message blocks the thread, the thread is terminated, and all that were being checked are `unknown`.
 */
export class DmarcThread {
  readonly #timeout: number;
  readonly #waiting = new Map<number, (result: Dmarc | string[] | null) => void>();
  #worker: Promise<Worker> | null = null;
  #lastId = 0;

  /** @param timeout milliseconds for one message */
  constructor(timeout: number = TIMEOUT) {
    this.#timeout = timeout;
  }

  /**
   * Never rejects for what a message contains.
   * @throws when the thread itself cannot start
   */
  async check(raw: Buffer, origin: MessageOrigin): Promise<Dmarc> {
    const result = await this.#ask(raw, origin);
    return typeof result === 'string' ? result : 'unknown';
  }

  /** See `checkSigners`. @throws when the thread itself cannot start */
  async signers(raw: Buffer): Promise<string[]> {
    const result = await this.#ask(raw, null);
    return Array.isArray(result) ? result : [];
  }

  /** @returns null when it was not checked to the end */
  async #ask(raw: Buffer, origin: MessageOrigin | null): Promise<Dmarc | string[] | null> {
    const worker = await this.#running();
    const id = ++this.#lastId;
    const { promise, resolve } = Promise.withResolvers<Dmarc | string[] | null>();
    this.#waiting.set(id, resolve);
    const timer = setTimeout(() => this.close(), this.#timeout);
    worker.ref();
    worker.postMessage({ id, raw, origin } satisfies DmarcRequest);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      if (this.#waiting.size === 0) worker.unref();
    }
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    for (const resolve of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
    await (await worker)?.terminate();
  }

  #running(): Promise<Worker> {
    this.#worker ??= this.#start();
    return this.#worker;
  }

  async #start(): Promise<Worker> {
    try {
      const worker = await startMailWorker('dmarc-worker');
      worker.unref();
      worker.on('message', (result: DmarcResult) => {
        if ('ready' in result) return;
        this.#waiting.get(result.id)?.(result.result);
        this.#waiting.delete(result.id);
      });
      worker.on('error', () => this.close());
      return worker;
    } catch (error) {
      this.#worker = null;
      throw error;
    }
  }
}
