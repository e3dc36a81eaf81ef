import type pg from 'pg';
import { replaceConnect } from './db/pool-connect.ts';
import type { Meters } from './meters.ts';
import { MissingObject, type Storage } from './storage/storage.ts';

/** A listing is not measured; a read is measured until its first byte. */
export function meteredStorage(storage: Storage, meters: Meters): Storage {
  const measured =
    <Args extends unknown[], Result>(operation: string, call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      const end = meters.storage.startTimer({ operation });
      try {
        const result = await call(...args);
        end({ outcome: 'done' });
        return result;
      } catch (error) {
        end({ outcome: error instanceof MissingObject ? 'missing' : 'failed' });
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
  replaceConnect(pool, async (connect) => {
    const end = meters.poolWaits.startTimer();
    try {
      const client = await connect();
      end({ outcome: 'had' });
      return client;
    } catch (error) {
      end({ outcome: 'failed' });
      throw error;
    }
  });
}
