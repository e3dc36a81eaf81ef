import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { PHOTO_VARIANTS, photoKey } from '../../photos/file-names.ts';
import { unlessMissing, writeFileDurably } from '../../platform/durable-files.ts';
import { MissingObject, type Storage } from '../../platform/storage/storage.ts';
import { OperatorError } from '../command.ts';
import { type ObjectLine, objectPath } from './backup-folder.ts';
import type { Session } from './session.ts';

/** Objects copied at once. */
const AT_ONCE = 8;

const sha256Of = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** Keys of the objects that rows refer to, sorted. Call within a transaction. */
export async function referencedKeys(session: Session): Promise<string[]> {
  const photos = await session.query<{ id: string }>('select id::text from photos');
  const messages = await session.query<{ key: string }>(
    'select distinct storage_key as key from inbound_messages',
  );
  // A snapshot of a version before them is restored without that table.
  const known = await session.query<{ table: string | null }>(
    `select to_regclass('public.reply_files')::text as table`,
  );
  const files = known.rows[0]?.table
    ? await session.query<{ key: string }>('select storage_key as key from reply_files')
    : { rows: [] };
  return [
    ...photos.rows.flatMap(({ id }) => PHOTO_VARIANTS.map((variant) => photoKey(id, variant))),
    ...messages.rows.map(({ key }) => key),
    ...files.rows.map(({ key }) => key),
  ].sort();
}

/** Keys of all objects in a store. */
export async function* keysOf(storage: Storage): AsyncGenerator<string> {
  for (const prefix of ['photos/', 'inbound/', 'files/'])
    for await (const { key } of storage.list(prefix)) yield key;
}

/** The bytes of an object, null when it does not exist. */
export async function readObject(storage: Storage, key: string): Promise<Buffer | null> {
  try {
    const { stream, size } = await storage.read(key);
    const content = await buffer(stream);
    if (content.length !== size) throw new Error(`${key} was cut off while it was read.`);
    return content;
  } catch (error) {
    if (error instanceof MissingObject) return null;
    throw error;
  }
}

/** Copies one object into the backup unless it is there. @returns null when storage has none */
export async function copyToBackup(
  folder: string,
  storage: Storage,
  key: string,
  known: ObjectLine | undefined,
): Promise<{ line: ObjectLine; copied: boolean } | null> {
  // A key is written once and never again, so an earlier copy is still right.
  if (known && (await hasObject(folder, known))) return { line: known, copied: false };
  const content = await readObject(storage, key);
  if (content === null) return null;
  const line = { key, sha256: sha256Of(content), bytes: content.length };
  if (await hasObject(folder, line)) return { line, copied: false };
  await writeFileDurably(objectPath(folder, line.sha256), content);
  return { line, copied: true };
}

async function hasObject(folder: string, { sha256, bytes }: ObjectLine): Promise<boolean> {
  return (await unlessMissing(stat(objectPath(folder, sha256))))?.size === bytes;
}

/**
 * Copies one object of a backup into storage, and reads it back.
 * @throws {OperatorError} when the backup's copy is damaged; Error when storage doesn't give back what it took
 */
export async function copyFromBackup(folder: string, storage: Storage, line: ObjectLine): Promise<void> {
  await putVerified(storage, line.key, await readFromBackup(folder, line));
}

/** @throws {OperatorError} when the backup's copy is missing or damaged */
export async function readFromBackup(folder: string, { key, sha256 }: ObjectLine): Promise<Buffer> {
  const content = await unlessMissing(readFile(objectPath(folder, sha256)));
  if (!content || sha256Of(content) !== sha256)
    throw new OperatorError(
      `The backup's copy of ${key} is ${content ? 'damaged' : 'missing'} (${objectPath(folder, sha256)}).`,
    );
  return content;
}

/** Writes and reads back. @throws Error when storage gives back something else */
export async function putVerified(storage: Storage, key: string, content: Buffer): Promise<void> {
  await storage.put(key, content);
  const there = await readObject(storage, key);
  if (there === null || !there.equals(content)) throw new Error(`${key} was stored, and reads differently.`);
}

/** Runs work on a few items at once; after a failure no more are begun, and the first error is thrown. */
export async function eachOf<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  let failed = false;
  const loop = async () => {
    for (;;) {
      const next = await iterator.next();
      if (next.done || failed) return;
      try {
        await work(next.value);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const loops = await Promise.allSettled(Array.from({ length: AT_ONCE }, loop));
  for (const outcome of loops) if (outcome.status === 'rejected') throw outcome.reason;
}
