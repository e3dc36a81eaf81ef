import { Worker } from 'node:worker_threads';
import { type ParsedMessage, parseRoughly } from './parse-message.ts';
import { plainTags } from './reply-html.ts';
import { type ReplyText, unreadText } from './reply-text.ts';
import type { ReadingStep } from './reply-text-worker.ts';

export interface ReadMessage extends ParsedMessage, ReplyText {
  /** why the rules did not come to an end and the body is the whole text; null when they did */
  trouble: string | null;
}

const READING_TIMEOUT = 10_000;
/** Characters of HTML that the main thread itself goes through when the thread gave up. */
const STRIPPED_MAX_CHARACTERS = 100_000;

/**
 * Reads raw messages off the main thread, one at a time, each within a time limit: the parsers have quadratic
 * patterns, and anybody may write to us. A message that takes too long costs the thread its life and is then told
 * roughly; the next one gets a new thread.
 */
export class ReadingThread {
  readonly #timeout: number;
  #worker: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();

  /** @param timeout milliseconds for one message */
  constructor(timeout: number = READING_TIMEOUT) {
    this.#timeout = timeout;
  }

  /**
   * Never rejects for what a message holds.
   * @throws when the thread itself cannot start
   */
  read(raw: Buffer): Promise<ReadMessage> {
    const reading = this.#last.then(() => this.#readNow(raw));
    // The next message waits for this one's end, good or bad; its fault goes to whoever asked for it.
    this.#last = reading.catch(() => undefined);
    return reading;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = null;
  }

  async #readNow(raw: Buffer): Promise<ReadMessage> {
    this.#worker ??= await this.#startWorker();
    const { message, text, trouble } = await this.#converse(this.#worker, raw);
    if (text && message) return { ...message, ...text, trouble: null };
    await this.close();
    const known = message ?? parseRoughly(raw);
    const stripped = plainTags((known.html ?? '').slice(0, STRIPPED_MAX_CHARACTERS));
    return { ...known, ...unreadText(known.text, stripped), trouble };
  }

  async #startWorker(): Promise<Worker> {
    const worker = await startWorker();
    worker.on('error', () => {
      if (this.#worker === worker) this.#worker = null;
    });
    return worker;
  }

  #converse(worker: Worker, raw: Buffer): Promise<Heard> {
    return new Promise((resolve) => {
      let message: ParsedMessage | null = null;
      const settle = (text: ReplyText | null, trouble: string | null) => {
        clearTimeout(timer);
        worker.off('message', hear);
        worker.off('error', broken);
        worker.unref();
        resolve({ message, text, trouble });
      };
      const broken = (error: unknown) => settle(null, String(error));
      const hear = (said: ReadingStep) => {
        if (said.step === 'parsed') message = said.message;
        else if (said.step === 'read') settle(said.text, null);
        else if (said.step === 'failed') settle(null, said.reason);
      };
      const timer = setTimeout(() => settle(null, 'it took too long'), this.#timeout);
      worker.on('message', hear);
      worker.on('error', broken);
      worker.ref();
      worker.postMessage(raw);
    });
  }
}

interface Heard {
  message: ParsedMessage | null;
  text: ReplyText | null;
  trouble: string | null;
}

function startWorker(): Promise<Worker> {
  // From source the worker is TypeScript like this file; built, it lies as JavaScript beside the bundle.
  const file = import.meta.url.endsWith('.ts') ? './reply-text-worker.ts' : './reply-text-worker.js';
  const worker = new Worker(new URL(file, import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', () => {
      worker.off('error', reject);
      resolve(worker);
    });
  });
}
