import type pg from 'pg';
import { replaceConnect } from './db/pool-connect.ts';
import type { Meters } from './meters.ts';
import { MissingObject, type Storage } from './storage/storage.ts';

/** A listing is not measured; a read is measured until its first byte. */
export function meteredStorage(storage: Storage, meters: Meters): Storage {
  const measured =
    <Args extends unknown[], Result>(operation: string, call: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> =>
      timed(meters.storage.startTimer({ operation }), 'done', () => call(...args));
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
  replaceConnect(pool, (connect) => timed(meters.poolWaits.startTimer(), 'had', connect));
}

async function timed<Result>(
  end: (labels: { outcome: string }) => unknown,
  success: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await work();
    end({ outcome: success });
    return result;
  } catch (error) {
    end({ outcome: error instanceof MissingObject ? 'missing' : 'failed' });
    throw error;
  }
}
