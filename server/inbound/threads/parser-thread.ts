import type { Worker } from 'node:worker_threads';
import type { DeliveryStatus } from '../parse/delivery-status.ts';
import type { ParsedMessage } from '../parse/parse-message.ts';
import { type MessageContent, readWithoutParser } from '../parse/parse-message.ts';
import type { ReplyText } from '../parse/reply-text.ts';
import type { ParseRequest, ParseStep } from './parser-worker.ts';
import { startMailWorker } from './start-mail-worker.ts';

export interface InboundMessage extends ParsedMessage, ReplyText {
  /** what a delivery report says became of a mail of ours; null for any other message */
  report: DeliveryStatus | null;
  /** Message-IDs in its text, with angle brackets */
  namedMessageIds: string[];
  /** why parsing did not come to an end and the body is the whole text; null when it did */
  parseProblem: string | null;
}

/** Milliseconds for one message. */
const TIMEOUT = 10_000;

/**
 * Parses raw messages in a worker thread, one at a time, each within limits of time and memory: anybody may write to
 * us. The main thread gets bounded results and parses nothing. A thread that a message keeps too long is terminated,
 * and what was known of the message by then is its result; the next message gets a new thread.
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
  constructor(timeout: number = TIMEOUT, memoryMb?: number) {
    this.#timeout = timeout;
    this.#memoryMb = memoryMb;
  }

  /**
   * Never rejects for what a message contains.
   * @param envelopeSender empty for the null sender
   * @throws when the thread itself cannot start
   */
  parse(raw: Buffer, envelopeSender: string): Promise<InboundMessage> {
    const parsing = this.#last.then(() => this.#parseNow({ raw, envelopeSender }));
    // The next message waits for this one, whether it succeeds or not; its caller gets the error.
    this.#last = parsing.catch(() => undefined);
    return parsing;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = null;
  }

  async #parseNow(request: ParseRequest & { raw: Buffer }): Promise<InboundMessage> {
    this.#worker ??= await this.#startWorker();
    const { content, parseProblem } = await this.#exchange(this.#worker, request);
    if (parseProblem) await this.close();
    // A thread that ended before it posted anything about the message failed for a reason of its own.
    const { message, text, ...rest } = content ?? readWithoutParser(request.raw, request.envelopeSender);
    return { ...message, ...text, ...rest, parseProblem };
  }

  async #startWorker(): Promise<Worker> {
    const worker = await startMailWorker('parser-worker', this.#memoryMb);
    worker.on('error', () => {
      if (this.#worker === worker) this.#worker = null;
    });
    return worker;
  }

  #exchange(worker: Worker, request: ParseRequest): Promise<ParseResult> {
    return new Promise((resolve) => {
      let content: MessageContent | null = null;
      const finish = (parseProblem: string | null) => {
        clearTimeout(timer);
        worker.off('message', onStep);
        worker.off('error', onError);
        worker.unref();
        resolve({ content, parseProblem });
      };
      const onError = (error: unknown) => finish(String(error));
      const onStep = (posted: ParseStep) => {
        if (posted.step === 'so-far') content = posted.content;
        else if (posted.step === 'failed') finish(posted.reason);
        else if (posted.step === 'done' && content) {
          content = { ...content, text: posted.text, report: posted.report };
          finish(null);
        }
      };
      const timer = setTimeout(() => finish('it took too long'), this.#timeout);
      worker.on('message', onStep);
      worker.on('error', onError);
      worker.ref();
      worker.postMessage(request);
    });
  }
}

interface ParseResult {
  content: MessageContent | null;
  parseProblem: string | null;
}
