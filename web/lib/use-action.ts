import { useReducer, useState } from 'react';
import { flushSync } from 'react-dom';
import { Attempts } from './attempts.ts';

/** A failure is shown before `run` answers, so that the focus can go to it. */
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

/** One at a time on each thing. */
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
