import type { Worker } from 'node:worker_threads';
import type { DeliveryStatus } from '../parse/delivery-status.ts';
import type { ParsedMessage } from '../parse/parse-message.ts';
import { type Reading, readRoughly } from '../parse/read-roughly.ts';
import type { ReplyText } from '../parse/reply-text.ts';
import type { ReadingOrder, ReadingStep } from './parser-worker.ts';
import { startMailWorker } from './start-mail-worker.ts';

export interface ReadMessage extends ParsedMessage, ReplyText {
  /** what became of a mail of ours, when the message is a report of that */
  report: DeliveryStatus | null;
  /** Message-IDs that stand in it, with angle brackets */
  namedMessageIds: string[];
  /** why the rules did not come to an end and the body is the whole text; null when they did */
  trouble: string | null;
}

const READING_TIMEOUT = 10_000;

/**
 * Reads raw messages off the main thread, one at a time, each within limits of time and memory: anybody may write to
 * us. The main thread gets what was read, bounded, and parses nothing. A message that takes too long costs the
 * thread its life and is told as far as it was known by then; the next one gets a new thread.
 */
export class ParserThread {
  readonly #timeout: number;
  readonly #memoryMb: number | undefined;
  #worker: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();

  /**
   * @param timeout milliseconds for one message
   * @param memoryMb megabytes of JavaScript objects
   */
  constructor(timeout: number = READING_TIMEOUT, memoryMb?: number) {
    this.#timeout = timeout;
    this.#memoryMb = memoryMb;
  }

  /**
   * Never rejects for what a message holds.
   * @param envelopeSender empty for the null sender
   * @throws when the thread itself cannot start
   */
  read(raw: Buffer, envelopeSender: string): Promise<ReadMessage> {
    const reading = this.#last.then(() => this.#readNow({ raw, envelopeSender }));
    // The next message waits for this one's end, good or bad; its fault goes to whoever asked for it.
    this.#last = reading.catch(() => undefined);
    return reading;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = null;
  }

  async #readNow(order: ReadingOrder & { raw: Buffer }): Promise<ReadMessage> {
    this.#worker ??= await this.#startWorker();
    const { known, trouble } = await this.#converse(this.#worker, order);
    if (trouble) await this.close();
    // A thread that ended before its first word about a message did so for a fault of its own.
    const { message, text, ...rest } = known ?? readRoughly(order.raw, order.envelopeSender);
    return { ...message, ...text, ...rest, trouble };
  }

  async #startWorker(): Promise<Worker> {
    const worker = await startMailWorker('parser-worker', this.#memoryMb);
    worker.on('error', () => {
      if (this.#worker === worker) this.#worker = null;
    });
    return worker;
  }

  #converse(worker: Worker, order: ReadingOrder): Promise<Heard> {
    return new Promise((resolve) => {
      let known: Reading | null = null;
      const settle = (trouble: string | null) => {
        clearTimeout(timer);
        worker.off('message', hear);
        worker.off('error', broken);
        worker.unref();
        resolve({ known, trouble });
      };
      const broken = (error: unknown) => settle(String(error));
      const hear = (said: ReadingStep) => {
        if (said.step === 'so-far') known = said.reading;
        else if (said.step === 'failed') settle(said.reason);
        else if (said.step === 'read' && known) {
          known = { ...known, text: said.text, report: said.report };
          settle(null);
        }
      };
      const timer = setTimeout(() => settle('it took too long'), this.#timeout);
      worker.on('message', hear);
      worker.on('error', broken);
      worker.ref();
      worker.postMessage(order);
    });
  }
}

interface Heard {
  known: Reading | null;
  trouble: string | null;
}
