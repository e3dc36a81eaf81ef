import type pg from 'pg';
import type { Meters } from './meters.ts';
import { MissingObject, type Storage } from './storage/storage.ts';

/** A listing is not measured; a read is measured until its first byte. */
export function meteredStorage(storage: Storage, meters: Meters): Storage {
  const measured =
    <Args extends unknown[], Result>(operation: string, call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      const begun = performance.now();
      const meter = (outcome: string) =>
        meters.storage(operation, outcome, (performance.now() - begun) / 1_000);
      try {
        const result = await call(...args);
        meter('done');
        return result;
      } catch (error) {
        meter(error instanceof MissingObject ? 'missing' : 'failed');
        throw error;
      }
    };
  return {
    description: storage.description,
    put: measured('put', storage.put.bind(storage)),
    read: measured('read', storage.read.bind(storage)),
    delete: measured('delete', storage.delete.bind(storage)),
    check: measured('check', storage.check.bind(storage)),
    list: storage.list.bind(storage),
    removeUnfinished: storage.removeUnfinished.bind(storage),
  };
}

export function meterPoolWaits(pool: pg.Pool, meters: Meters): void {
  pool.connect = new Proxy(pool.connect, {
    // With a callback, by which the pool's own `query` connects, or a promise.
    apply: (connect, self, [done]: [((error: unknown, ...more: unknown[]) => void)?]) => {
      const begun = performance.now();
      const meter = (error: unknown) =>
        meters.poolWait(error ? 'failed' : 'had', (performance.now() - begun) / 1_000);
      if (done) {
        const measured: typeof done = (error, ...more) => {
          meter(error);
          done(error, ...more);
        };
        return Reflect.apply(connect, self, [measured]);
      }
      const connected: Promise<unknown> = Reflect.apply(connect, self, []);
      // The caller has the same promise, with its error.
      connected.then(() => meter(null), meter);
      return connected;
    },
  });
}
