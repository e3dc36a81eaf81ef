import type { Worker } from 'node:worker_threads';
import { FairLimiter } from '../../threads/fair-limiter.ts';
import { type MessageContent, type ParsedMessage, readWithoutParser } from '../parse/parse-message.ts';
import type { ReplyText } from '../parse/reply-text.ts';
import type { ParseRequest, ParseStep } from './parser-worker.ts';
import { startMailWorker } from './start-mail-worker.ts';

export interface InboundMessage extends ParsedMessage, ReplyText, Omit<MessageContent, 'message' | 'text'> {
  /** why parsing did not come to an end and the body is the whole text; null when it did */
  parseProblem: string | null;
}

export interface Parsing {
  message: InboundMessage;
  /** milliseconds of CPU time that it took, and that the thread takes which follows one that it ended */
  cpuMs: number;
  /** true when it was ended by the limit of CPU time: with a larger one it may come to an end */
  tookTooLong: boolean;
}

export interface ParserLimits {
  /** milliseconds of CPU time, which unlike time does not depend on what else the machine does */
  cpuMs: number;
  /** megabytes of JavaScript objects */
  memoryMb?: number;
}

const TOO_LONG = 'it took too long';
/** How often the CPU time of a thread is asked, in milliseconds. */
const LOOK_EVERY_MS = 100;
/** A message is ended after so many times its CPU time too: for a thread that waits, or that cannot be asked. */
const WAITING_FACTOR = 10;
/** CPU time of starting a thread, in milliseconds: counted for the message that ended the one before. */
export const THREAD_START_MS = 200;

/** Parser threads that share the work: each message goes to the first free one, in order of arrival. */
export class ParserThreads {
  readonly #free: ParserThread[];
  readonly #limiter: FairLimiter;

  /** Threads are started when they are needed. */
  constructor(count: number, limits: ParserLimits) {
    this.#free = Array.from({ length: count }, () => new ParserThread(limits));
    this.#limiter = new FairLimiter(count);
  }

  /**
   * Never rejects for what a message contains.
   * @param envelopeSender empty for the null sender
   * @param mailed the text of everything that was mailed in its conversation
   * @throws when a thread itself cannot start
   */
  parse(raw: Buffer, envelopeSender: string, mailed = ''): Promise<Parsing> {
    return this.#limiter.take(1, async () => {
      const thread = this.#free.pop();
      if (!thread) throw new Error('No parser thread is free.');
      try {
        return await thread.parse({ raw, envelopeSender, mailed });
      } finally {
        this.#free.push(thread);
      }
    });
  }

  async close(): Promise<void> {
    for (const thread of this.#free) await thread.close();
  }
}

/**
 * Parses raw messages in a worker, one at a time, within limits of time and memory. A thread that a message
 * keeps too long is terminated; what was known by then is the result.
 */
class ParserThread {
  readonly #limits: ParserLimits;
  #worker: Worker | null = null;

  constructor(limits: ParserLimits) {
    this.#limits = limits;
  }

  async parse(request: ParseRequest & { raw: Buffer }): Promise<Parsing> {
    this.#worker ??= await this.#startWorker();
    const { content, parseProblem, cpuMs, reusable } = await this.#exchange(this.#worker, request);
    if (!reusable) await this.close();
    // A thread that ended before it posted anything about the message failed for a reason of its own.
    const { message, text, ...rest } = content ?? readWithoutParser(request.raw, request.envelopeSender);
    return {
      message: { ...message, ...text, ...rest, parseProblem },
      cpuMs: reusable ? cpuMs : cpuMs + THREAD_START_MS,
      tookTooLong: parseProblem === TOO_LONG,
    };
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = null;
  }

  async #startWorker(): Promise<Worker> {
    const worker = await startMailWorker('parser-worker', this.#limits.memoryMb);
    worker.on('error', () => {
      if (this.#worker === worker) this.#worker = null;
    });
    return worker;
  }

  async #exchange(worker: Worker, request: ParseRequest): Promise<ParseResult> {
    worker.ref();
    const before = await worker.cpuUsage();
    const begunAt = performance.now();
    const { cpuMs: limit } = this.#limits;
    return new Promise((resolve) => {
      let content: MessageContent | null = null;
      let cpuMs = 0;
      const finish = (parseProblem: string | null, reusable = false) => {
        clearInterval(timer);
        worker.off('message', onStep);
        worker.off('error', onError);
        worker.unref();
        resolve({ content, parseProblem, cpuMs, reusable });
      };
      const look = async () => {
        const { user, system } = await worker.cpuUsage(before);
        cpuMs = (user + system) / 1_000;
      };
      const onError = (error: unknown) => finish(String(error));
      const onEnd = (parseProblem: string | null, reusable: boolean) =>
        look().then(() => finish(parseProblem, reusable), onError);
      const onStep = (posted: ParseStep) => {
        if (posted.step === 'so-far') content = posted.content;
        else if (posted.step === 'refused') onEnd(posted.reason, true);
        else if (posted.step === 'failed') onEnd(posted.reason, false);
        else if (posted.step === 'done' && content) {
          content = { ...content, text: posted.text, report: posted.report };
          onEnd(null, true);
        }
      };
      const timer = setInterval(
        () => {
          if (performance.now() - begunAt > limit * WAITING_FACTOR) return finish(TOO_LONG);
          look().then(() => cpuMs > limit && finish(TOO_LONG), onError);
        },
        Math.min(LOOK_EVERY_MS, limit),
      );
      worker.on('message', onStep);
      worker.on('error', onError);
      worker.postMessage(request);
    });
  }
}

interface ParseResult {
  content: MessageContent | null;
  parseProblem: string | null;
  cpuMs: number;
  /** whether the thread is as before, and the next message may have it */
  reusable: boolean;
}
