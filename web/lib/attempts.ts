import { ApiFailure } from './api.ts';
import { language } from './words.tsx';

export interface Attempt<Args> {
  asked: Args;
  state: 'running' | 'done' | 'failed';
  error: unknown;
  /** of the page as it failed */
  language: string;
}

/** The last attempt at one act on each of several things. */
export class Attempts<Args extends unknown[]> {
  readonly #last = new Map<unknown, Attempt<Args>>();
  readonly #onChange: (state: Attempt<Args>['state'] | null) => void;

  /** @param onChange called after each change, with the state of the attempt; null for one that is forgotten */
  constructor(onChange: (state: Attempt<Args>['state'] | null) => void) {
    this.#onChange = onChange;
  }

  async run(thing: unknown, asked: Args, act: (...asked: Args) => Promise<unknown>, log: string) {
    if (this.isBusy(thing)) return false;
    const attempt = { asked, error: null, language: language() };
    this.#set(thing, { ...attempt, state: 'running' });
    try {
      await act(...asked);
      this.#set(thing, { ...attempt, state: 'done' });
      return true;
    } catch (error) {
      console.error(log, error);
      this.#set(thing, { ...attempt, state: 'failed', error });
      return false;
    }
  }

  get = (thing: unknown): Attempt<Args> | null => this.#last.get(thing) ?? null;

  isBusy = (thing: unknown): boolean => this.get(thing)?.state === 'running';

  /** Nobody can word the server's sentence again in another language. */
  failureOf = (thing: unknown): unknown => {
    const last = this.get(thing);
    if (!last) return null;
    return isOfServer(last.error) && last.language !== language() ? null : last.error;
  };

  forget(thing: unknown): void {
    if (this.isBusy(thing) || !this.#last.delete(thing)) return;
    this.#onChange(null);
  }

  #set(thing: unknown, attempt: Attempt<Args>): void {
    this.#last.set(thing, attempt);
    this.#onChange(attempt.state);
  }
}

const isOfServer = (error: unknown) =>
  error instanceof ApiFailure || (error instanceof Error && error.cause instanceof ApiFailure);
