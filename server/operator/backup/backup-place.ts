import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { ADDRESS_HASH_KEY_FILE } from '../../core/address-hash.ts';
import { BadSettings, type Config } from '../../core/config.ts';
import { folderStorageAt, openFolderStorage } from '../../core/storage/folder-storage.ts';
import { backupBucketOf } from '../../core/storage/open-storage.ts';
import { S3Error } from '../../core/storage/s3-client.ts';
import { MissingObject, type Storage, type StoredObject } from '../../core/storage/storage.ts';
import { OperatorError } from '../command.ts';
import { BackupCipher } from './backup-cipher.ts';
import { type Digest, MANIFEST, type Manifest, readManifest } from './manifest.ts';
import { LineDigest } from './tables.ts';

export const BUCKET = 'bucket';
const SNAPSHOTS = 'snapshots/';
export const OBJECTS = 'objects';
export const SECRETS = { secret: 'session-secret', addressKey: ADDRESS_HASH_KEY_FILE } as const;
const ENCRYPTED = '.age';

/** Has `objects/`, by content and shared by all snapshots, and `snapshots/<time>/` with the rows, whose manifest is last. */
export interface BackupPlace {
  kind: 'folder' | 'bucket';
  description: string;
  storage: Storage;
  /** null: files are not encrypted */
  cipher: BackupCipher | null;
}

export interface Snapshot extends Manifest {
  place: BackupPlace;
}

/** @throws {OperatorError} without a name; {BadSettings} for a bucket that is not set, or without BACKUP_KEY: others store it */
export async function openBackupPlace(
  config: Config,
  where: string | undefined,
  access: 'read' | 'write',
): Promise<BackupPlace> {
  if (!where) throw new OperatorError(`Name the folder of backups, best on another disk, or ${BUCKET}.`);
  const { BACKUP_KEY: key } = config;
  const cipher = key ? await BackupCipher.open(key) : null;
  if (where !== BUCKET) {
    const storage = access === 'write' ? await openFolderStorage(where) : folderStorageAt(where);
    return { kind: 'folder', description: where, storage, cipher };
  }
  const storage = backupBucketOf(config);
  if (!storage) throw new BadSettings('BACKUP_S3_BUCKET: wanted with its keys; see docs/settings.md.');
  if (!cipher)
    throw new BadSettings('BACKUP_KEY: wanted for a bucket: a backup leaves this machine encrypted only.');
  if (access === 'write') await storage.check();
  return { kind: 'bucket', description: `the bucket ${config.BACKUP_S3_BUCKET}`, storage, cipher };
}

export const fileOf = (id: string, name: string) => `${SNAPSHOTS}${id}/${name}`;

export const tableFile = (id: string, label: string) => fileOf(id, `${label}.jsonl.gz`);

export function objectFile({ cipher }: BackupPlace, sha256: string): string {
  const name = cipher ? cipher.nameOf(sha256) : sha256;
  return `${OBJECTS}/${name.slice(0, 2)}/${name}`;
}

export const storedName = ({ cipher }: BackupPlace, file: string) => (cipher ? file + ENCRYPTED : file);

const objectLineSchema = z.object({
  key: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().nonnegative(),
});
export type ObjectLine = z.infer<typeof objectLineSchema>;

/** Files by snapshot, the oldest first, also of snapshots that were interrupted. */
export async function listFiles({ storage }: BackupPlace): Promise<Map<string, StoredObject[]>> {
  const files = new Map<string, StoredObject[]>();
  for await (const file of storage.list(SNAPSHOTS)) {
    const id = file.key.split('/')[1] ?? '';
    files.set(id, [...(files.get(id) ?? []), file]);
  }
  return new Map([...files].sort(([one], [other]) => (one < other ? -1 : 1)));
}

export interface Found {
  id: string;
  encrypted: boolean;
}

export async function findSnapshots(place: BackupPlace): Promise<Found[]> {
  const found: Found[] = [];
  for (const [id, files] of await listFiles(place)) {
    const manifest = fileOf(id, MANIFEST);
    const keys = new Set(files.map(({ key }) => key));
    const encrypted = keys.has(manifest + ENCRYPTED);
    if (encrypted || keys.has(manifest)) found.push({ id, encrypted });
  }
  return found;
}

/** @throws {OperatorError} for a snapshot that is damaged, or wants another key */
export async function readSnapshot(place: BackupPlace, { id, encrypted }: Found): Promise<Snapshot> {
  if (encrypted && !place.cipher)
    throw new OperatorError(`The backup in ${place.description} is encrypted. Set BACKUP_KEY.`);
  const of = encrypted ? place : { ...place, cipher: null };
  const manifest = await readWhole(of, fileOf(id, MANIFEST), async (stream) =>
    readManifest(id, await text(stream)),
  );
  return { ...manifest, place: of };
}

/** The oldest first. @throws {OperatorError} as `readSnapshot` */
export async function listSnapshots(place: BackupPlace): Promise<Snapshot[]> {
  const snapshots: Snapshot[] = [];
  for (const found of await findSnapshots(place)) snapshots.push(await readSnapshot(place, found));
  return snapshots;
}

/** With a key, a snapshot that is not encrypted does not count: anybody may have written it. */
export const counted = ({ cipher }: BackupPlace, found: Found[]): Found[] =>
  cipher ? found.filter(({ encrypted }) => encrypted) : found;

/** @throws {OperatorError} as `readSnapshot` */
export async function newestSnapshot(place: BackupPlace): Promise<Snapshot | null> {
  const last = counted(place, await findSnapshots(place)).at(-1);
  return last ? readSnapshot(place, last) : null;
}

/** @throws {OperatorError} when the list is damaged */
export async function readObjectList({ place, id, objects }: Snapshot): Promise<Map<string, ObjectLine>> {
  const digest = new LineDigest();
  const lines = new Map<string, ObjectLine>();
  for await (const line of readLineFile(place, tableFile(id, OBJECTS))) {
    digest.add(line);
    const read = objectLineSchema.parse(JSON.parse(line));
    lines.set(read.key, read);
  }
  const { rows, sha256 } = digest.done();
  if (rows !== objects.rows || sha256 !== objects.sha256)
    throw new OperatorError(`The list of objects in the snapshot ${id} is damaged.`);
  return lines;
}

/** @throws {OperatorError} when the disk is full */
export async function writeFile(place: BackupPlace, file: string, content: Readable | Buffer) {
  const { cipher, storage, description } = place;
  try {
    return await storage.put(storedName(place, file), cipher ? await cipher.encrypt(content) : content);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    const disk =
      place.kind === 'bucket' ? `${tmpdir()}, where files for ${description} are prepared` : description;
    throw new OperatorError(`The disk of ${disk} is full. Earlier backups there are as they were.`);
  }
}

export async function writeLineFile(
  place: BackupPlace,
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
  const zipped = createGzip();
  const feeding = pipeline(Readable.from(withEnds()), zipped);
  // The await below throws it.
  feeding.catch(() => undefined);
  await writeFile(place, file, zipped);
  await feeding;
  return digest.done();
}

/** @throws {OperatorError} when the file is missing, cut off or altered */
export async function readWhole<Content>(
  place: BackupPlace,
  file: string,
  consume: (stream: Readable) => Promise<Content>,
): Promise<Content> {
  try {
    return await consume(await openFile(place, file));
  } catch (error) {
    throw damaged(place, file, error);
  }
}

/** @throws {OperatorError} when the file is missing, cut off or altered */
export async function* readLineFile(place: BackupPlace, file: string): AsyncGenerator<string> {
  try {
    const gunzip = createGunzip();
    const feeding = pipeline(await openFile(place, file), gunzip);
    // The await below throws it; a reader that stops early would leave it unhandled.
    feeding.catch(() => undefined);
    // Split at LF alone: JSON may contain other line ends of Unicode, at which node:readline splits as well.
    let begun = '';
    for await (const chunk of gunzip.setEncoding('utf8')) {
      const lines = String(chunk).split('\n');
      lines[0] = begun + lines[0];
      begun = lines.pop() ?? '';
      yield* lines;
    }
    await feeding;
  } catch (error) {
    throw damaged(place, file, error);
  }
}

async function openFile(place: BackupPlace, file: string): Promise<Readable> {
  const { stream } = await place.storage.read(storedName(place, file));
  return place.cipher ? place.cipher.decrypt(stream) : stream;
}

function damaged(place: BackupPlace, file: string, error: unknown): unknown {
  if (error instanceof OperatorError || error instanceof S3Error) return error;
  if (error instanceof Error && 'syscall' in error) return error;
  const is = error instanceof MissingObject ? 'missing' : 'cut off or altered';
  const name = storedName(place, file);
  return new OperatorError(`The backup is damaged: ${name} in ${place.description} is ${is}.`, {
    cause: error,
  });
}
