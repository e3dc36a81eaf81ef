import type { Readable } from 'node:stream';

export interface StoredObject {
  key: string;
  /** time of the put, by the clock of the store */
  modifiedAt: Date;
  /** bytes */
  size: number;
}

interface Stored {
  stream: Readable;
  size: number;
}

/** Keys are relative paths such as `photos/ab/<uuid>/display.jpg`. */
export interface Storage {
  /** what it is and where, for the start-up output */
  readonly description: string;
  /** A crash leaves the old content or the new; a source that fails changes nothing. @returns bytes written */
  put(key: string, source: Readable | Buffer): Promise<number>;
  /** @throws {MissingObject} when the key does not exist */
  read(key: string): Promise<Stored>;
  delete(key: string): Promise<void>;
  /** In no order; those put or deleted meanwhile may be listed. @param prefix whole segments, such as `photos/` */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Of puts that were interrupted before that time. @returns number of files */
  removeUnfinished(before: Date): Promise<number>;
  /** Resolves when storage answers and can be written. */
  check(): Promise<void>;
}

export class MissingObject extends Error {
  override name = 'MissingObject';
  constructor(key: string) {
    super(`Nothing is stored under ${key}.`);
  }
}

export const readIfAny = (storage: Storage, key: string): Promise<Stored | null> =>
  storage.read(key).catch((error: unknown) => {
    if (error instanceof MissingObject) return null;
    throw error;
  });
