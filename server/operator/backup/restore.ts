import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { OpenDatabase } from '../../platform/db/database.ts';
import { migrateDatabase } from '../../platform/db/migrate.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { Refusal } from '../cli/command.ts';
import { linesOf, SECRET } from './back-up.ts';
import {
  isMissing,
  listSnapshots,
  readLineFile,
  snapshotPath,
  tablePath,
  writeFileDurably,
} from './backup-folder.ts';
import { claim, finish, note } from './fill-progress.ts';
import type { Manifest } from './manifest.ts';
import { eachOf, returnObject } from './objects.ts';
import { prepareTables } from './prepare-tables.ts';
import { writeLines } from './rows.ts';
import { type Session, withSession } from './session.ts';
import { labelOf, writeSequences } from './tables.ts';

export interface Restored {
  manifest: Manifest;
  rows: number;
  /** objects that were put; those of a restore that was cut off are not put again */
  objects: number;
}

/**
 * Fills an empty database and storage from a snapshot, the newest unless one is named. Each table goes in whole or
 * not at all and is read back and compared; each object is hashed before it is put and read back after. Cut off, it
 * goes on where it was.
 * @throws {Refusal} when the database is not empty, the backup is damaged, or another secret is here
 */
export async function restore(
  target: { database: OpenDatabase; storage: Storage; dataDir: string; log: Logger },
  folder: string,
  snapshotId?: string,
): Promise<Restored> {
  const manifest = await findSnapshot(folder, snapshotId);
  const { database, dataDir, log } = target;
  const source = `the snapshot ${manifest.id}`;
  const done = await withSession(database, { snapshot: false }, (session) => claim(session, source));
  await returnSecret(folder, manifest, dataDir);
  if (!done.has('tables')) {
    await prepareTables(database, manifest.migrations, log);
    await withSession(database, { snapshot: false }, (session) => note(session, source, 'tables'));
  }
  await withSession(database, { snapshot: false }, async (session) => {
    for (const table of manifest.tables) {
      if (!done.has(labelOf(table))) await returnTable(session, folder, manifest, table, source);
    }
    await writeSequences(session, manifest.sequences);
  });
  const objects = await returnObjects(target.storage, folder, manifest);
  await withSession(database, { snapshot: false }, finish);
  await migrateDatabase(database);
  return { manifest, rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0), objects };
}

async function findSnapshot(folder: string, id: string | undefined): Promise<Manifest> {
  const snapshots = await listSnapshots(folder);
  const found = id ? snapshots.find((snapshot) => snapshot.id === id) : snapshots.at(-1);
  if (found) return found;
  if (snapshots.length === 0) throw new Refusal(`${folder} holds no complete backup.`);
  throw new Refusal(
    `${folder} holds no snapshot ${id}. It has: ${snapshots.map((snapshot) => snapshot.id).join(', ')}`,
  );
}

async function returnTable(
  session: Session,
  folder: string,
  manifest: Manifest,
  table: Manifest['tables'][number],
  source: string,
): Promise<void> {
  const file = tablePath(snapshotPath(folder, manifest.id), labelOf(table));
  await session.query('begin');
  try {
    const there = await writeLines(session, table, readLineFile(file));
    if (there.rows !== table.rows || there.sha256 !== table.sha256)
      throw new Refusal(`The backup is damaged: ${file} is not what was written.`);
    await note(session, source, labelOf(table));
    await session.query('commit');
  } catch (error) {
    await session.query('rollback');
    throw error;
  }
}

async function returnObjects(storage: Storage, folder: string, manifest: Manifest): Promise<number> {
  const lines = await linesOf(folder, manifest);
  for (const prefix of ['photos/', 'inbound/']) {
    for await (const { key } of storage.list(prefix)) lines.delete(key);
  }
  await eachOf(lines.values(), (line) => returnObject(folder, storage, line));
  return lines.size;
}

/** The secret goes back to where the program looks for it; without it everybody is signed out and mailed links end. */
async function returnSecret(folder: string, manifest: Manifest, dataDir: string): Promise<void> {
  if (!manifest.secret) return;
  const kept = await readFile(path.join(snapshotPath(folder, manifest.id), SECRET), 'utf8');
  const file = path.join(dataDir, SECRET);
  const here = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (here !== null && here.trim() !== kept.trim())
    throw new Refusal(`${file} holds another secret than the backup. Restore into a DATA_DIR that is new.`);
  if (here === null) await writeFileDurably(file, kept);
}
