import type { Worker } from 'node:worker_threads';
import type { Dmarc, MessageOrigin } from '../classify/check-dmarc.ts';
import type { DmarcRequest, DmarcResult } from './dmarc-worker.ts';
import { startMailWorker } from './start-mail-worker.ts';

/** Milliseconds: two seconds more than the look-ups of a message may take. */
const TIMEOUT = 8_000;
/** Times that a message is checked when others end the thread. */
const TRIES = 3;

/** `again`: the thread ended for another message; null: for this one */
type Told = Dmarc | string[] | 'again' | null;

/**
 * Checks DMARC in a worker thread. Messages are checked concurrently, since most of the time is waiting for DNS. When
 * one message blocks the thread, the thread is terminated; that message is `unknown`, and the others are checked again.
 */
export class DmarcThread {
  readonly #timeout: number;
  readonly #waiting = new Map<number, (result: Told) => void>();
  #worker: Promise<Worker> | null = null;
  #lastId = 0;

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
    for (let tries = 0; tries < TRIES; tries++) {
      const result = await this.#askOnce(raw, origin);
      if (result !== 'again') return result;
    }
    return null;
  }

  async #askOnce(raw: Buffer, origin: MessageOrigin | null): Promise<Told> {
    const worker = await this.#running();
    const id = ++this.#lastId;
    const { promise, resolve } = Promise.withResolvers<Told>();
    this.#waiting.set(id, resolve);
    const timer = setTimeout(() => {
      this.#waiting.delete(id);
      resolve(null);
      this.#end('again');
    }, this.#timeout);
    worker.ref();
    worker.postMessage({ id, raw, origin } satisfies DmarcRequest);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      if (this.#waiting.size === 0) worker.unref();
    }
  }

  close(): Promise<void> {
    return this.#end(null);
  }

  async #end(told: 'again' | null): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const resolve of waiting) resolve(told);
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
      worker.on('error', () => this.#end('again'));
      return worker;
    } catch (error) {
      this.#worker = null;
      throw error;
    }
  }
}
