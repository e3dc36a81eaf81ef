import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiFailure } from './api.ts';
import { language } from './words.tsx';

interface Attempt<Args> {
  asked: Args;
  state: 'running' | 'done' | 'failed';
  error: unknown;
  /** of the page as it failed */
  language: string;
}

export interface Action<Args extends unknown[]> {
  /** A second attempt while the first runs does nothing. @returns whether it succeeded */
  run: (...asked: Args) => Promise<boolean>;
  busy: boolean;
  /** the last attempt succeeded */
  done: boolean;
  /** why the last attempt failed, for `Failure` or `messageForPerson`; null when it did not */
  failure: unknown;
  /** what the last attempt was for: one action may serve the buttons of several things */
  asked: Args | null;
  /** forgets how the last attempt ended */
  forget: () => void;
}

/**
 * An action of a button or a form, with what stands beside it. A failure is shown before `run` answers, so that the focus
 * can go to it.
 * @param log what failed, for the console
 * @param act rejects when it fails
 */
export function useAction<Args extends unknown[]>(
  log: string,
  act: (...asked: Args) => Promise<unknown>,
): Action<Args> {
  const [last, setLast] = useState<Attempt<Args> | null>(null);
  const running = useRef(false);

  const run = async (...asked: Args) => {
    if (running.current) return false;
    running.current = true;
    const attempt = { asked, error: null, language: language() };
    setLast({ ...attempt, state: 'running' });
    try {
      await act(...asked);
      setLast({ ...attempt, state: 'done' });
      return true;
    } catch (error) {
      console.error(log, error);
      flushSync(() => setLast({ ...attempt, state: 'failed', error }));
      return false;
    } finally {
      running.current = false;
    }
  };

  // Nobody can word the server's sentence again in another language.
  const isForeign = last !== null && isOfServer(last.error) && last.language !== language();
  return {
    run,
    busy: last?.state === 'running',
    done: last?.state === 'done',
    failure: isForeign ? null : (last?.error ?? null),
    asked: last?.asked ?? null,
    forget: () => setLast(null),
  };
}

const isOfServer = (error: unknown) =>
  error instanceof ApiFailure || (error instanceof Error && error.cause instanceof ApiFailure);
