import { useReducer, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiFailure } from './api.ts';
import { language } from './words.tsx';

interface Attempt<Args> {
  asked: Args;
  state: 'running' | 'done' | 'failed';
  error: unknown;
  /** of the page when the attempt began */
  language: string;
}

/** The last attempt at an action on each of several things. */
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

  /** Null for the server's sentence once the page has another language, in which nobody can word it again. */
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

/** A failure is rendered before `run` resolves, so that the focus can go to it. */
function useAttempts<Args extends unknown[]>(): Attempts<Args> {
  const [, rerender] = useReducer((times: number) => times + 1, 0);
  const [attempts] = useState(
    () => new Attempts<Args>((state) => (state === 'failed' ? flushSync(rerender) : rerender())),
  );
  return attempts;
}

export function useAction<Args extends unknown[]>(log: string, act: (...asked: Args) => Promise<unknown>) {
  const attempts = useAttempts<Args>();
  const last = attempts.get(null);
  return {
    /** A second attempt while the first runs does nothing. @returns whether it succeeded */
    run: (...asked: Args) => attempts.run(null, asked, act, log),
    busy: attempts.isBusy(null),
    done: last?.state === 'done',
    /** for `Failure` or `messageForPerson`; null unless the last attempt failed */
    failure: attempts.failureOf(null),
    asked: last?.asked ?? null,
    forget: () => attempts.forget(null),
  };
}

/** As `useAction`, with one attempt at a time on each thing. */
export function useActionOnEach<Thing extends string | number, More extends unknown[]>(
  log: string,
  act: (thing: Thing, ...more: More) => Promise<unknown>,
) {
  const attempts = useAttempts<[Thing, ...More]>();
  return {
    run: (thing: Thing, ...more: More) => attempts.run(thing, [thing, ...more], act, log),
    isBusy: (thing: Thing) => attempts.isBusy(thing),
    failureOf: (thing: Thing) => attempts.failureOf(thing),
  };
}
