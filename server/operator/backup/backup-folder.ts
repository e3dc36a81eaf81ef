import { createReadStream, createWriteStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { ADDRESS_HASH_KEY_FILE } from '../../platform/address-hash.ts';
import { readFileIfAny, unlessMissing } from '../../platform/durable-files.ts';
import { OperatorError } from '../command.ts';
import { MANIFEST, type Manifest, readManifest } from './manifest.ts';
import { type Digest, LineDigest } from './tables.ts';

/**
 * A backup folder: `objects/` by content hash, shared by all snapshots, and `snapshots/<time>/` with the rows.
 * Everything is fsynced before a snapshot counts; files are readable by the product's user only.
 */
export const SNAPSHOTS = 'snapshots';
export const OBJECTS = 'objects';
/** The secrets of the data folder, and their copies in a snapshot, by what the manifest calls them. */
export const SECRETS = { secret: 'session-secret', addressKey: ADDRESS_HASH_KEY_FILE } as const;

export const objectPath = (folder: string, sha256: string) =>
  path.join(folder, OBJECTS, sha256.slice(0, 2), sha256);

export const snapshotPath = (folder: string, id: string) => path.join(folder, SNAPSHOTS, id);

export const tablePath = (snapshot: string, label: string) => path.join(snapshot, `${label}.jsonl.gz`);

/** One stored object; its content is `objects/<first two digits>/<sha256>` of the backup. */
const objectLineSchema = z.object({
  key: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.number().int().nonnegative(),
});
export type ObjectLine = z.infer<typeof objectLineSchema>;

/** Complete snapshots, the oldest first. */
export async function listSnapshots(folder: string): Promise<Manifest[]> {
  const found: Manifest[] = [];
  for (const name of (await namesIn(path.join(folder, SNAPSHOTS))).sort()) {
    const text = await readFileIfAny(path.join(snapshotPath(folder, name), MANIFEST));
    if (text !== null) found.push(readManifest(name, text));
  }
  return found;
}

/** The objects of a snapshot, by key. @throws {OperatorError} when the list is damaged */
export async function readObjectList(
  folder: string,
  { id, objects }: Manifest,
): Promise<Map<string, ObjectLine>> {
  const digest = new LineDigest();
  const lines = new Map<string, ObjectLine>();
  for await (const line of readLineFile(tablePath(snapshotPath(folder, id), OBJECTS))) {
    digest.add(line);
    const read = objectLineSchema.parse(JSON.parse(line));
    lines.set(read.key, read);
  }
  const { rows, sha256 } = digest.done();
  if (rows !== objects.rows || sha256 !== objects.sha256)
    throw new OperatorError(`The list of objects in the snapshot ${id} is damaged.`);
  return lines;
}

/** Writes lines to a gzip file, fsynced. @returns how many, and their hash */
export async function writeLineFile(
  file: string,
  lines: Iterable<string> | AsyncIterable<string>,
): Promise<Digest> {
  const digest = new LineDigest();
  const withEnds = async function* () {
    for await (const line of lines) {
      digest.add(line);
      yield `${line}\n`;
    }
  };
  const target = createWriteStream(file, { mode: 0o600, flush: true });
  await pipeline(Readable.from(withEnds()), createGzip(), target);
  return digest.done();
}

/** Reads the lines of a gzip file. @throws when the file is truncated or damaged */
export async function* readLineFile(file: string): AsyncGenerator<string> {
  const gunzip = createGunzip();
  const feeding = pipeline(createReadStream(file), gunzip);
  // Its error is thrown by the await below; a reader that stops early leaves it unhandled otherwise.
  feeding.catch(() => undefined);
  for await (const line of createInterface({ input: gunzip, crlfDelay: 0 })) yield line;
  await feeding;
}

/** The names in a folder; none when there is no folder. */
export async function namesIn(folder: string): Promise<string[]> {
  return (await unlessMissing(readdir(folder))) ?? [];
}
