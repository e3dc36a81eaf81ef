import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { readIfAny, type Storage } from '../../core/storage/storage.ts';
import { PHOTO_VARIANTS, photoKey } from '../../letters/photos/file-names.ts';
import { ERASURES } from '../../pages/account/erasure-list.ts';
import { OperatorError } from '../command.ts';
import {
  type BackupPlace,
  OBJECTS,
  type ObjectLine,
  objectFile,
  readWhole,
  storedName,
  writeFile,
} from './backup-place.ts';
import type { Session } from './session.ts';

const CONCURRENT = 8;

const sha256Of = (content: Buffer) => createHash('sha256').update(content).digest('hex');

export async function referencedKeys(session: Session): Promise<string[]> {
  const photos = await session.query<{ id: string }>('select id::text from photos');
  const others = await session.query<{ key: string }>(
    'select storage_key as key from inbound_messages union select storage_key from reply_files',
  );
  return [
    ...photos.rows.flatMap(({ id }) => PHOTO_VARIANTS.map((variant) => photoKey(id, variant))),
    ...others.rows.map(({ key }) => key),
  ].sort();
}

export async function* keysOf(storage: Storage): AsyncGenerator<string> {
  for (const prefix of ['photos/', 'inbound/', 'files/', ERASURES])
    for await (const { key } of storage.list(prefix)) yield key;
}

export async function readObject(storage: Storage, key: string): Promise<Buffer | null> {
  const stored = await readIfAny(storage, key);
  if (!stored) return null;
  const content = await buffer(stored.stream);
  if (content.length !== stored.size) throw new Error(`${key} was cut off while it was read.`);
  return content;
}

export async function objectsIn({ storage }: BackupPlace): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for await (const { key, size } of storage.list(`${OBJECTS}/`)) sizes.set(key, size);
  return sizes;
}

/** @param present as `objectsIn` gives it; what is copied is added */
export async function copyToBackup(
  place: BackupPlace,
  present: Map<string, number>,
  { storage, key, known }: { storage: Storage; key: string; known: ObjectLine | undefined },
): Promise<{ line: ObjectLine; copied: boolean } | null> {
  const isThere = ({ sha256, bytes }: ObjectLine) => {
    const size = present.get(storedName(place, objectFile(place, sha256))) ?? -1;
    return place.cipher ? size > bytes : size === bytes;
  };
  // The content under a key never changes, so an earlier copy is still right.
  if (known && isThere(known)) return { line: known, copied: false };
  const content = await readObject(storage, key);
  if (content === null) return null;
  const line = { key, sha256: sha256Of(content), bytes: content.length };
  if (isThere(line)) return { line, copied: false };
  const file = objectFile(place, line.sha256);
  present.set(storedName(place, file), await writeFile(place, file, content));
  return { line, copied: true };
}

/** The list of erasures is never encrypted, never removed. @param damaged keys that are overwritten */
export async function copyErasures(from: Storage, to: Storage, damaged: string[] = []): Promise<void> {
  const there = new Set<string>();
  for await (const { key } of to.list(ERASURES)) if (!damaged.includes(key)) there.add(key);
  await eachOf(from.list(ERASURES), async ({ key }) => {
    const content = there.has(key) ? null : await readObject(from, key);
    if (content !== null) await to.put(key, content);
  });
}

export async function copyFromBackup(place: BackupPlace, storage: Storage, line: ObjectLine): Promise<void> {
  await putVerified(storage, line.key, await readFromBackup(place, line));
}

/** @throws {OperatorError} when the backup's copy is missing or damaged */
export async function readFromBackup(place: BackupPlace, { key, sha256 }: ObjectLine): Promise<Buffer> {
  const content = await readWhole(place, objectFile(place, sha256), buffer);
  if (sha256Of(content) !== sha256)
    throw new OperatorError(
      `The backup is damaged: its copy of ${key} is altered (${objectFile(place, sha256)}).`,
    );
  return content;
}

/** @throws Error when storage gives back something else */
export async function putVerified(storage: Storage, key: string, content: Buffer): Promise<void> {
  await storage.put(key, content);
  const there = await readObject(storage, key);
  if (there === null || !there.equals(content)) throw new Error(`${key} was stored, and reads differently.`);
}

/** A few at once; after a failure no more are begun. */
export async function eachOf<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const shared = (async function* () {
    yield* items;
  })();
  // A loop that fails ends the generator that they share.
  const loop = async () => {
    for await (const item of shared) await work(item);
  };
  const loops = await Promise.allSettled(Array.from({ length: CONCURRENT }, loop));
  for (const outcome of loops) if (outcome.status === 'rejected') throw outcome.reason;
}
