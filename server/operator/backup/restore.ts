import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Logger } from 'pino';
import { readFileIfAny, writeFileDurably } from '../../../packages/files/durable-files.ts';
import type { OpenDatabase } from '../../core/db/database.ts';
import type { Storage } from '../../core/storage/storage.ts';
import { OperatorError } from '../command.ts';
import { holdRestored } from '../hold-restored.ts';
import {
  type BackupPlace,
  counted,
  fileOf,
  findSnapshots,
  readLineFile,
  readObjectList,
  readSnapshot,
  readWhole,
  SECRETS,
  type Snapshot,
  tableFile,
} from './backup-place.ts';
import { fillDatabase, type RowSource } from './fill-database.ts';
import type { Table } from './manifest.ts';
import { copyErasures, copyFromBackup, eachOf, keysOf, readFromBackup, referencedKeys } from './objects.ts';
import { withBackupLock, withSession } from './session.ts';
import { labelOf } from './tables.ts';

export interface Restored {
  snapshot: Snapshot;
  rows: number;
  objects: number;
}

/** Fills an empty database and storage, and puts all on hold before the product can start. @throws {OperatorError} */
export async function restore(
  target: { database: OpenDatabase; storage: Storage; dataDir: string; log: Logger },
  place: BackupPlace,
  snapshotId?: string,
): Promise<Restored> {
  const snapshot = await findSnapshot(place, snapshotId);
  const secrets = await missingSecrets(snapshot, target.dataDir);
  let objects = 0;
  const finish = async () => {
    for (const [file, secret] of secrets) await writeFileDurably(file, secret);
    const lines = await readObjectList(snapshot);
    for await (const key of keysOf(target.storage)) lines.delete(key);
    await eachOf(lines.values(), (line) => copyFromBackup(snapshot.place, target.storage, line));
    objects = lines.size;
    await copyErasures(place.storage, target.storage);
    await holdRestored(target.database.db, new Date(snapshot.takenAt), `snapshot ${snapshot.id}`);
  };
  const fill = () => fillDatabase(target.database, rowsOf(snapshot), target.log, finish);
  const rows = await withBackupLock(target.database, fill);
  return { snapshot, rows, objects };
}

/** @throws {OperatorError} when the snapshot cannot be restored */
export async function verifySnapshot(
  scratch: { database: OpenDatabase; log: Logger },
  place: BackupPlace,
  snapshotId?: string,
): Promise<Restored> {
  const snapshot = await findSnapshot(place, snapshotId);
  const rows = await fillDatabase(scratch.database, rowsOf(snapshot), scratch.log);
  const lines = await readObjectList(snapshot);
  await eachOf(lines.values(), async (line) => void (await readFromBackup(snapshot.place, line)));
  return { snapshot, rows, objects: lines.size };
}

function rowsOf({ place, id, migrations, tables, sequences }: Snapshot): RowSource {
  const file = (table: Table) => tableFile(id, labelOf(table));
  return {
    name: `the snapshot ${id}`,
    migrations,
    tables,
    sequences,
    readLines: (table: Table) => readLineFile(place, file(table)),
    differs: (table: Table) =>
      new OperatorError(
        `The backup is damaged: ${file(table)} in ${place.description} is not what was written.`,
      ),
  };
}

async function findSnapshot(place: BackupPlace, id: string | undefined): Promise<Snapshot> {
  const all = await findSnapshots(place);
  const snapshots = counted(place, all);
  const plain = all.length - snapshots.length;
  const found = id ? snapshots.find((snapshot) => snapshot.id === id) : snapshots.at(-1);
  if (found) return readSnapshot(place, found);
  const unread =
    plain > 0 ? ` ${plain} that are not encrypted are there; to restore one of them, unset BACKUP_KEY.` : '';
  if (snapshots.length === 0)
    throw new OperatorError(`${place.description} holds no complete backup.${unread}`);
  throw new OperatorError(
    `${place.description} holds no snapshot ${id}. It has: ${snapshots.map((snapshot) => snapshot.id).join(', ')}.${unread}`,
  );
}

/** Restores objects that rows name and storage lacks, from the newest snapshot that has each. @throws {OperatorError} if damaged */
export async function restoreObjects(
  { database, storage }: { database: OpenDatabase; storage: Storage },
  place: BackupPlace,
): Promise<{ put: number; missing: string[] }> {
  const wanted = new Set(await withSession(database, { snapshot: true }, referencedKeys));
  for await (const key of keysOf(storage)) wanted.delete(key);
  const lacking = wanted.size;
  for (const found of counted(place, await findSnapshots(place)).reverse()) {
    if (wanted.size === 0) break;
    const snapshot = await readSnapshot(place, found);
    const lines = [...(await readObjectList(snapshot)).values()].filter(({ key }) => wanted.has(key));
    await eachOf(lines, async (line) => {
      await copyFromBackup(snapshot.place, storage, line);
      wanted.delete(line.key);
    });
  }
  return { put: lacking - wanted.size, missing: [...wanted].sort() };
}

/** @throws {OperatorError} when another secret is here */
async function missingSecrets(snapshot: Snapshot, dataDir: string): Promise<Map<string, string>> {
  const missing = new Map<string, string>();
  for (const name of ['secret', 'addressKey'] as const) {
    if (!snapshot[name]) continue;
    const kept = await readWhole(snapshot.place, fileOf(snapshot.id, SECRETS[name]), text);
    const file = path.join(dataDir, SECRETS[name]);
    const here = await readFileIfAny(file);
    if (here !== null && here.trim() !== kept.trim())
      throw new OperatorError(
        `${file} holds another secret than the backup. Restore into a DATA_DIR that is new.`,
      );
    if (here === null) missing.set(file, kept);
  }
  return missing;
}
