import type { Transferable, Worker } from 'node:worker_threads';

/** A thread ended before it answered: an error that it did not catch, or its memory's bound. */
export class ThreadEnded extends Error {
  override name = 'ThreadEnded';
}

export class ThreadTimeout extends Error {
  override name = 'ThreadTimeout';
}

export interface Ask<Answer> {
  timeoutMs: number;
  /** memory that is moved to the thread instead of copied */
  transfer?: Transferable[];
  /** false for an answer after which the thread is ended */
  isReusable?: (answer: Answer) => boolean;
}

/**
 * Threads that each answer one request at a time. A thread posts one message once it is ready, then one for each request.
 * Idle ones are kept for the next request, as a warm thread takes half the time, and do not keep the process alive.
 */
export class ThreadPool<Request, Answer> {
  readonly #start: () => Worker | Promise<Worker>;
  readonly #idleMs: number;
  readonly #idle: { thread: Worker; timer: NodeJS.Timeout }[] = [];

  /** @param idleMs after which an idle thread is ended, which frees its memory */
  constructor(start: () => Worker | Promise<Worker>, idleMs: number) {
    this.#start = start;
    this.#idleMs = idleMs;
  }

  /**
   * Takes an idle thread or starts one: how many run at once is for the caller to limit.
   * @throws {ThreadTimeout | ThreadEnded}; Error when no thread could be started
   */
  async ask(
    request: Request,
    { timeoutMs, transfer, isReusable = () => true }: Ask<Answer>,
  ): Promise<Answer> {
    const waiting = this.#idle.pop();
    clearTimeout(waiting?.timer);
    const thread = waiting?.thread ?? (await this.#started());
    thread.ref();
    try {
      const answer = await exchange<Answer>(thread, timeoutMs, () => thread.postMessage(request, transfer));
      if (isReusable(answer)) this.#keepIdle(thread);
      else await thread.terminate();
      return answer;
    } catch (error) {
      await thread.terminate();
      throw error;
    }
  }

  async close(): Promise<void> {
    for (const { thread } of [...this.#idle]) await this.#end(thread);
  }

  async #started(): Promise<Worker> {
    const thread = await this.#start();
    // Stays registered: an error between two requests would otherwise end the process.
    thread.on('error', () => thread.terminate());
    thread.once('exit', () => this.#forget(thread));
    return started(thread);
  }

  #keepIdle(thread: Worker): void {
    thread.unref();
    const timer = setTimeout(() => this.#end(thread), this.#idleMs);
    timer.unref();
    this.#idle.push({ thread, timer });
  }

  #forget(thread: Worker): void {
    const at = this.#idle.findIndex((waiting) => waiting.thread === thread);
    if (at >= 0) clearTimeout(this.#idle.splice(at, 1)[0]?.timer);
  }

  /** Forgotten first, as its end takes a moment in which no request may be given to it. */
  #end(thread: Worker): Promise<number> {
    this.#forget(thread);
    return thread.terminate();
  }
}

/** Waits for the first message of a thread. @throws the error that kept it from starting */
export function started(thread: Worker): Promise<Worker> {
  const { promise, resolve, reject } = Promise.withResolvers<Worker>();
  const onExit = () => reject(new Error('The thread did not start.'));
  thread.once('error', reject).once('exit', onExit);
  thread.once('message', () => resolve(thread.off('error', reject).off('exit', onExit)));
  return promise;
}

/** @throws {ThreadTimeout | ThreadEnded} */
function exchange<Answer>(thread: Worker, timeoutMs: number, post: () => void): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer);
      thread.off('message', onMessage).off('error', onError).off('exit', onExit);
      act();
    };
    const onMessage = (answer: Answer) => settle(() => resolve(answer));
    const onError = (cause: unknown) => settle(() => reject(new ThreadEnded('It failed.', { cause })));
    const onExit = () => settle(() => reject(new ThreadEnded('It ended.')));
    const timer = setTimeout(() => settle(() => reject(new ThreadTimeout('It took too long.'))), timeoutMs);
    thread.on('message', onMessage).on('error', onError).on('exit', onExit);
    post();
  });
}
