import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { OpenDatabase } from '../../platform/db/database.ts';
import { readFileIfAny, writeFileDurably } from '../../platform/durable-files.ts';
import { holdRestored } from '../../platform/set-back.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { OperatorError } from '../command.ts';
import {
  listSnapshots,
  readLineFile,
  readObjectList,
  SECRETS,
  snapshotPath,
  tablePath,
} from './backup-folder.ts';
import { fillDatabase, type RowSource } from './fill-database.ts';
import type { Manifest } from './manifest.ts';
import { copyFromBackup, eachOf, keysOf, readFromBackup } from './objects.ts';
import { labelOf, type Table } from './tables.ts';

export interface Restored {
  manifest: Manifest;
  rows: number;
  /** objects that were put; those of a restore that was cut off are not put again */
  objects: number;
}

/**
 * Fills an empty database and storage from a snapshot, the newest unless one is named. Rows go in as `fillDatabase`
 * says; each object is hashed before it is put and read back after. What the product would do by itself is held before
 * the product can start.
 * @throws {OperatorError} when the database is not empty, the backup is damaged, or another secret is here
 */
export async function restore(
  target: { database: OpenDatabase; storage: Storage; dataDir: string; log: Logger },
  folder: string,
  snapshotId?: string,
): Promise<Restored> {
  const manifest = await findSnapshot(folder, snapshotId);
  const secrets = await missingSecrets(folder, manifest, target.dataDir);
  let objects = 0;
  const rows = await fillDatabase(target.database, rowsOf(folder, manifest), target.log, async () => {
    for (const [file, secret] of secrets) await writeFileDurably(file, secret);
    objects = await copyObjects(target.storage, folder, manifest);
    await holdRestored(target.database.db, new Date(manifest.takenAt), `snapshot ${manifest.id}`);
  });
  return { manifest, rows, objects };
}

/**
 * Restores the rows of a snapshot into an empty scratch database, as `restore` does, and reads each of its objects: it can
 * be restored. Nothing else is written.
 * @throws {OperatorError} when there is none, or it is damaged
 */
export async function verifySnapshot(
  scratch: { database: OpenDatabase; log: Logger },
  folder: string,
  snapshotId?: string,
): Promise<Restored> {
  const manifest = await findSnapshot(folder, snapshotId);
  const rows = await fillDatabase(scratch.database, rowsOf(folder, manifest), scratch.log);
  const lines = await readObjectList(folder, manifest);
  await eachOf(lines.values(), async (line) => void (await readFromBackup(folder, line)));
  return { manifest, rows, objects: lines.size };
}

function rowsOf(folder: string, manifest: Manifest): RowSource {
  const { migrations, tables, sequences } = manifest;
  const fileOf = (table: Table) => tablePath(snapshotPath(folder, manifest.id), labelOf(table));
  return {
    name: `the snapshot ${manifest.id}`,
    migrations,
    tables,
    sequences,
    readLines: (table: Table) => readLineFile(fileOf(table)),
    differs: (table: Table) =>
      new OperatorError(`The backup is damaged: ${fileOf(table)} is not what was written.`),
  };
}

async function findSnapshot(folder: string, id: string | undefined): Promise<Manifest> {
  const snapshots = await listSnapshots(folder);
  const found = id ? snapshots.find((snapshot) => snapshot.id === id) : snapshots.at(-1);
  if (found) return found;
  if (snapshots.length === 0) throw new OperatorError(`${folder} holds no complete backup.`);
  throw new OperatorError(
    `${folder} holds no snapshot ${id}. It has: ${snapshots.map((snapshot) => snapshot.id).join(', ')}`,
  );
}

async function copyObjects(storage: Storage, folder: string, manifest: Manifest): Promise<number> {
  const lines = await readObjectList(folder, manifest);
  for await (const key of keysOf(storage)) lines.delete(key);
  await eachOf(lines.values(), (line) => copyFromBackup(folder, storage, line));
  return lines.size;
}

/**
 * The secrets of the snapshot that are not here, by the file each goes to. Without the session secret everybody is
 * signed out and mailed links end; without the key of address hashes the product does not start.
 * @throws {OperatorError} when another secret is here
 */
async function missingSecrets(
  folder: string,
  manifest: Manifest,
  dataDir: string,
): Promise<Map<string, string>> {
  const missing = new Map<string, string>();
  for (const name of ['secret', 'addressKey'] as const) {
    if (!manifest[name]) continue;
    const fileName = SECRETS[name];
    const kept = await readFile(path.join(snapshotPath(folder, manifest.id), fileName), 'utf8');
    const file = path.join(dataDir, fileName);
    const here = await readFileIfAny(file);
    if (here !== null && here.trim() !== kept.trim())
      throw new OperatorError(
        `${file} holds another secret than the backup. Restore into a DATA_DIR that is new.`,
      );
    if (here === null) missing.set(file, kept);
  }
  return missing;
}
