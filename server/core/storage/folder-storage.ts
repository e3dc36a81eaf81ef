import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { unlessMissing } from '../../../packages/files/durable-files.ts';
import { DurableFolders } from './durable-folders.ts';
import { assertStorageKey, MissingObject, type Storage, type StoredObject } from './storage.ts';

/** Bytes: each block costs a turn of the thread pool. */
const BLOCK_BYTES = 128 * 1024;
/** How often a put creates its folder again after a concurrent delete removed it. */
const FOLDER_RACES = 5;

/** Each object is written aside, fsynced and renamed, with its folders: it survives a power cut once `put` has resolved. */
export async function openFolderStorage(root: string): Promise<Storage> {
  const folder = path.resolve(root);
  const firstMade = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (firstMade) await new DurableFolders(path.dirname(firstMade)).sync(folder);
  const storage = new FolderStorage(folder, (await stat(folder)).dev);
  await storage.check();
  return storage;
}

/** Not checked: the folder may be read-only, or missing, and then has no objects. */
export const folderStorageAt = (root: string): Storage => new FolderStorage(path.resolve(root), null);

class FolderStorage implements Storage {
  readonly description: string;
  readonly #root: string;
  /** of the folder when it was opened; null for one that need not be there */
  readonly #device: number | null;
  readonly #durable: DurableFolders;

  constructor(root: string, device: number | null) {
    this.#root = root;
    this.#device = device;
    this.#durable = new DurableFolders(root);
    this.description = `photos and messages in ${root}`;
  }

  async put(key: string, source: Readable | Buffer): Promise<number> {
    const file = this.#fileOf(key);
    // A stream may fail before it is read, and an error without a listener ends the process; reading throws it.
    if (!Buffer.isBuffer(source)) source.on('error', () => {});
    const { handle, temporary } = await this.#openBeside(file);
    try {
      const written = await writeAll(handle, source);
      await rename(temporary, file);
      await this.#durable.sync(path.dirname(file));
      return written;
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async read(key: string): Promise<{ stream: Readable; size: number }> {
    const file = this.#fileOf(key);
    const handle = await open(file, 'r').catch(async (error: unknown) => {
      await this.#assertMissing(error);
      throw new MissingObject(key);
    });
    const stats = await handle.stat();
    if (!stats.isFile()) {
      await handle.close();
      throw new MissingObject(key);
    }
    const { size } = stats;
    // With `end` the stream does not read once more to find the end.
    const end = size > 0 ? { end: size - 1 } : {};
    return { stream: handle.createReadStream({ highWaterMark: BLOCK_BYTES, ...end }), size };
  }

  async delete(key: string): Promise<void> {
    const file = this.#fileOf(key);
    try {
      await unlink(file);
    } catch (error) {
      return this.#assertMissing(error);
    }
    await this.#durable.sync(await this.#prune(path.dirname(file)));
  }

  async *list(prefix: string): AsyncGenerator<StoredObject> {
    await this.#assertThere();
    for await (const { file, ...stats } of filesBelow(path.join(this.#root, prefix))) {
      if (path.basename(file).startsWith('.')) continue;
      yield { key: path.relative(this.#root, file).split(path.sep).join('/'), ...stats };
    }
  }

  async removeUnfinished(before: Date): Promise<number> {
    let removed = 0;
    for await (const { file, modifiedAt } of filesBelow(this.#root)) {
      if (!path.basename(file).startsWith('.') || modifiedAt >= before) continue;
      await rm(file, { force: true });
      await this.#prune(path.dirname(file));
      removed += 1;
    }
    return removed;
  }

  async check(): Promise<void> {
    await this.#assertThere();
    const probe = path.join(this.#root, `.check-${randomUUID()}`);
    const handle = await open(probe, 'wx', 0o600);
    try {
      await handle.writeFile('ok');
      await handle.sync();
    } finally {
      await handle.close();
      await unlink(probe);
    }
  }

  #fileOf(key: string): string {
    assertStorageKey(key);
    return path.join(this.#root, ...key.split('/'));
  }

  /** @throws unless the error says that there is no such file in a folder that is itself there */
  async #assertMissing(error: unknown): Promise<void> {
    if (!hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) throw error;
    await this.#assertThere();
  }

  /** @throws when the folder's disk is no longer mounted: a new folder in its place would lack the photos of the disk */
  async #assertThere(): Promise<void> {
    if (this.#device === null) return;
    const now = await unlessMissing(stat(this.#root));
    // An empty folder on another device is the mount point without its disk.
    if (now && (now.dev === this.#device || (await readdir(this.#root)).length > 0)) return;
    throw Object.assign(new Error(`${this.#root} is gone: is its disk mounted?`), { code: 'ENOENT' });
  }

  async #openBeside(file: string): Promise<{ handle: FileHandle; temporary: string }> {
    const folder = path.dirname(file);
    const temporary = path.join(folder, `.${randomUUID()}.part`);
    for (let race = 0; ; race += 1) {
      try {
        return { handle: await open(temporary, 'wx', 0o600), temporary };
      } catch (error) {
        if (!hasCode(error, 'ENOENT') || race > FOLDER_RACES) throw error;
      }
      await this.#assertThere();
      await mkdir(folder, { recursive: true, mode: 0o700 });
    }
  }

  /** Removes folders that a delete has emptied. @returns the nearest remaining one */
  async #prune(start: string): Promise<string> {
    let folder = start;
    while (folder !== this.#root) {
      try {
        await rmdir(folder);
      } catch (error) {
        if (!hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) throw error;
        if (!hasCode(error, 'ENOENT')) return folder;
      }
      folder = path.dirname(folder);
    }
    return folder;
  }
}

/** Skips files and folders that vanish meanwhile, or are not there. */
async function* filesBelow(folder: string): AsyncGenerator<{ file: string; modifiedAt: Date; size: number }> {
  // Read whole before anything is yielded, because the caller may delete.
  for (const entry of (await unlessMissing(readdir(folder, { withFileTypes: true }))) ?? []) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(file);
    else if (entry.isFile()) {
      const stats = await unlessMissing(stat(file));
      if (stats) yield { file, modifiedAt: stats.mtime, size: stats.size };
    }
  }
}

/** @returns bytes written */
async function writeAll(handle: FileHandle, source: Readable | Buffer): Promise<number> {
  let written = 0;
  try {
    for await (const block of Buffer.isBuffer(source) ? [source] : blocksOf(source)) {
      await handle.writeFile(block);
      written += block.length;
    }
    await handle.sync();
    return written;
  } finally {
    await handle.close();
  }
}

/** @throws for a stream that is destroyed before its end */
async function* blocksOf(source: Readable): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    const content = Buffer.from(chunk);
    chunks.push(content);
    bytes += content.length;
    if (bytes < BLOCK_BYTES) continue;
    yield Buffer.concat(chunks);
    chunks = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(chunks);
}

const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));
