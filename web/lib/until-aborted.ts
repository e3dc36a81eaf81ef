import { listen } from './listen.ts';

/** Waits for the work; an abort ends the waiting, not the work. @throws the signal's reason as soon as it aborts */
export async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  const end = listen(signal, { abort });
  if (signal.aborted) abort();
  return Promise.race([work, promise]).finally(end);
}
