import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { Refusal } from '../cli/command.ts';
import { type Manifest, manifest } from './manifest.ts';

/**
 * A backup folder: `objects/` by content, shared by all snapshots, and `snapshots/<moment>/` with the rows.
 * Everything is fsynced before a snapshot counts; all is for the product's own user only.
 */
export const SNAPSHOTS = 'snapshots';
export const OBJECTS = 'objects';
export const MANIFEST = 'manifest.json';

export const objectPath = (folder: string, sha256: string) =>
  path.join(folder, OBJECTS, sha256.slice(0, 2), sha256);

export const snapshotPath = (folder: string, id: string) => path.join(folder, SNAPSHOTS, id);

export const tablePath = (snapshot: string, label: string) => path.join(snapshot, `${label}.jsonl.gz`);

/** Complete snapshots, the oldest first. */
export async function listSnapshots(folder: string): Promise<Manifest[]> {
  const found: Manifest[] = [];
  for (const name of (await namesIn(path.join(folder, SNAPSHOTS))).sort()) {
    const text = await readFile(path.join(snapshotPath(folder, name), MANIFEST), 'utf8').catch(
      (error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      },
    );
    if (text !== null) found.push(readManifest(name, text));
  }
  return found;
}

function readManifest(name: string, text: string): Manifest {
  const read = manifest.safeParse(JSON.parse(text));
  if (!read.success) throw new Refusal(`The snapshot ${name} was written by another version of the product.`);
  return read.data;
}

export async function writeManifest(snapshot: string, content: Manifest): Promise<void> {
  await writeFileDurably(path.join(snapshot, MANIFEST), `${JSON.stringify(content, null, 2)}\n`);
}

/** Lines into a gzip file, on the disk when it resolves. */
export async function writeLineFile(file: string, lines: AsyncIterable<string>): Promise<void> {
  const withEnds = async function* () {
    for await (const line of lines) yield `${line}\n`;
  };
  const target = createWriteStream(file, { mode: 0o600, flush: true });
  await pipeline(Readable.from(withEnds()), createGzip(), target);
}

/** Lines of a gzip file. @throws when the file is cut off or damaged */
export async function* readLineFile(file: string): AsyncGenerator<string> {
  const gunzip = createGunzip();
  const feeding = pipeline(createReadStream(file), gunzip);
  // Reported where it is awaited; reading ends early otherwise.
  feeding.catch(() => undefined);
  for await (const line of createInterface({ input: gunzip, crlfDelay: 0 })) yield line;
  await feeding;
}

/** A crash leaves the old file or the new one, never a part. */
export async function writeFileDurably(file: string, content: string | Buffer): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = `${file}.${randomUUID()}.part`;
  try {
    const handle = await open(temporary, 'w', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** What lies in a folder; nothing when there is none. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
