import type { Readable } from 'node:stream';

export interface StoredObject {
  key: string;
  /** when it was put, by the clock of the store */
  modifiedAt: Date;
}

/** Where bytes are kept: photos and raw messages. Keys are relative paths such as `photos/ab/<uuid>/display.jpg`. */
export interface Storage {
  /** one line for the start: what it is and where */
  readonly description: string;
  /**
   * Writes whole and durably before it resolves (file and folder fsynced); a crash leaves the old content or
   * the new, never a part. A source that fails leaves nothing.
   * @returns bytes written
   */
  put(key: string, source: Readable | Buffer): Promise<number>;
  /** @throws {MissingObject} when there is nothing under the key */
  read(key: string): Promise<{ stream: Readable; size: number }>;
  /** Removes the object; one that is not there is fine. */
  delete(key: string): Promise<void>;
  /**
   * Every object whose key begins with the prefix, in no particular order. What is put or deleted meanwhile may be
   * among them or not.
   * @param prefix whole segments with a slash at the end, e.g. `photos/`
   */
  list(prefix: string): AsyncIterable<StoredObject>;
  /**
   * Removes what puts left behind that were interrupted before that moment.
   * @returns how many such files there were
   */
  removeUnfinished(before: Date): Promise<number>;
  /** Resolves when storage answers and can be written. */
  check(): Promise<void>;
}

/** Thrown by `read` for a key that holds nothing. */
export class MissingObject extends Error {
  override name = 'MissingObject';
  constructor(key: string) {
    super(`Nothing is stored under ${key}.`);
  }
}
