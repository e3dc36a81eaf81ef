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

const SEGMENT = /^[a-z0-9][a-z0-9._-]{0,199}$|^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/;
const KEY_MAX_CHARACTERS = 512;

/**
 * Lower case only, because some file systems ignore case; no segment begins with a dot, which excludes `..` and
 * leaves such names to the stores. A time, as snapshots are named, has its T and Z.
 * @throws for any other key, which is a programming error
 */
export function assertStorageKey(key: string): void {
  if (key.length > KEY_MAX_CHARACTERS || !key.split('/').every((segment) => SEGMENT.test(segment)))
    throw new Error(`Not a storage key: ${JSON.stringify(key)}`);
}
