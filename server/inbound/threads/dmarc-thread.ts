import type { Worker } from 'node:worker_threads';
import type { Dmarc, WhereFrom } from '../classify/check-dmarc.ts';
import type { DmarcRequest, DmarcResult } from './dmarc-worker.ts';
import { startMailWorker } from './start-mail-worker.ts';

/** Milliseconds; two more than the look-ups of a message may take. */
const TIMEOUT = 8_000;

/**
 * Asks for messages, off the main thread, whether their domain vouches for them. Look-ups of several messages go on
 * side by side, since most of that time is waiting. When one keeps the thread from answering, the thread ends, and
 * it and those beside it are `unknown`.
 */
export class DmarcThread {
  readonly #timeout: number;
  readonly #waiting = new Map<number, (dmarc: Dmarc) => void>();
  #worker: Promise<Worker> | null = null;
  #orders = 0;

  /** @param timeout milliseconds for one message */
  constructor(timeout: number = TIMEOUT) {
    this.#timeout = timeout;
  }

  /**
   * Never rejects for what a message holds.
   * @throws when the thread itself cannot start
   */
  async check(raw: Buffer, from: WhereFrom): Promise<Dmarc> {
    const worker = await this.#running();
    const id = ++this.#orders;
    const { promise, resolve } = Promise.withResolvers<Dmarc>();
    this.#waiting.set(id, resolve);
    const timer = setTimeout(() => this.close(), this.#timeout);
    worker.ref();
    worker.postMessage({ id, raw, ...from } satisfies DmarcRequest);
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
    for (const resolve of this.#waiting.values()) resolve('unknown');
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
      worker.on('message', (answer: DmarcResult) => {
        if ('ready' in answer) return;
        this.#waiting.get(answer.id)?.(answer.dmarc);
        this.#waiting.delete(answer.id);
      });
      worker.on('error', () => this.close());
      return worker;
    } catch (error) {
      this.#worker = null;
      throw error;
    }
  }
}
