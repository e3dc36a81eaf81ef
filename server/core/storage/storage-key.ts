const SEGMENT = /^[a-z0-9][a-z0-9._-]{0,199}$|^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/;
const KEY_MAX_CHARACTERS = 512;

/** Thrown for a key that no store accepts: a programming error. */
export class BadStorageKey extends Error {
  override name = 'BadStorageKey';
  constructor(key: string) {
    super(`Not a storage key: ${JSON.stringify(key)}`);
  }
}

/**
 * Lower case only, because some file systems ignore case; no segment begins with a dot, which excludes `..` and
 * leaves such names to the stores. A time, as snapshots are named, has its T and Z.
 * @throws {BadStorageKey}
 */
export function assertStorageKey(key: string): void {
  if (key.length > KEY_MAX_CHARACTERS || !key.split('/').every((segment) => SEGMENT.test(segment))) {
    throw new BadStorageKey(key);
  }
}
