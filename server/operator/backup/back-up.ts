import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { OpenDatabase } from '../../platform/db/database.ts';
import { readFileIfAny, syncPath, writeFileDurably } from '../../platform/durable-files.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { OperatorError } from '../command.ts';
import {
  listSnapshots,
  OBJECTS,
  type ObjectLine,
  readObjectList,
  SECRETS,
  snapshotPath,
  tablePath,
  writeLineFile,
} from './backup-folder.ts';
import { MANIFEST_FORMAT, type Manifest, writeManifest } from './manifest.ts';
import { copyToBackup, eachOf, referencedKeys } from './objects.ts';
import { type Session, withSession } from './session.ts';
import { labelOf, listTables, readLines, readSequences } from './tables.ts';

export interface BackedUp {
  manifest: Manifest;
  /** objects that were not in the backup yet */
  copied: number;
}

/**
 * Writes a snapshot: all rows as of one moment, then each object that they refer to. Content that the folder has already
 * is not copied again. An interrupted snapshot has no manifest and does not count; the next one uses what it copied.
 * @param source its `dataDir` holds the secrets that are not settings
 * @throws {OperatorError} when an object that a row refers to is missing in storage
 */
export async function backUp(
  source: { database: OpenDatabase; databaseName: string; storage: Storage; dataDir: string },
  folder: string,
): Promise<BackedUp> {
  const earlier = (await listSnapshots(folder)).at(-1);
  const takenAt = new Date().toISOString();
  const id = takenAt.replaceAll(':', '-');
  const snapshot = snapshotPath(folder, id);
  await mkdir(snapshot, { recursive: true, mode: 0o700 });
  const rows = await withSession(source.database, { snapshot: true }, (session) =>
    takeRows(session, snapshot),
  );
  const known = earlier ? await readObjectList(folder, earlier) : new Map<string, ObjectLine>();
  const kept = await takeObjects(source, folder, rows.keys, known);
  const { keys, ...taken } = rows;
  const lines = kept.lines.map((line) => JSON.stringify(line));
  const objects = await writeLineFile(tablePath(snapshot, OBJECTS), lines);
  const secret = await copySecret(source.dataDir, snapshot, SECRETS.secret);
  const addressKey = await copySecret(source.dataDir, snapshot, SECRETS.addressKey);
  const manifest: Manifest = {
    format: MANIFEST_FORMAT,
    id,
    takenAt,
    database: source.databaseName,
    ...taken,
    objects,
    bytes: kept.lines.reduce((sum, line) => sum + line.bytes, 0),
    secret,
    addressKey,
  };
  await writeManifest(snapshot, manifest);
  await syncPath(path.dirname(snapshot));
  return { manifest, copied: kept.copied };
}

/** @returns whether the data folder has it */
async function copySecret(dataDir: string, snapshot: string, name: string): Promise<boolean> {
  const secret = await readFileIfAny(path.join(dataDir, name));
  if (secret !== null) await writeFileDurably(path.join(snapshot, name), secret);
  return secret !== null;
}

async function takeRows(session: Session, snapshot: string) {
  const tables: Manifest['tables'] = [];
  for (const table of await listTables(session)) {
    const digest = await writeLineFile(tablePath(snapshot, labelOf(table)), readLines(session, table));
    tables.push({ ...table, ...digest });
  }
  const { rows } = await session.query<{ count: number }>(
    'select count(*)::int as count from drizzle.__drizzle_migrations',
  );
  return {
    tables,
    sequences: await readSequences(session, tables),
    migrations: rows[0]?.count ?? 0,
    keys: await referencedKeys(session),
  };
}

async function takeObjects(
  { database, storage }: { database: OpenDatabase; storage: Storage },
  folder: string,
  keys: string[],
  known: Map<string, ObjectLine>,
): Promise<{ lines: ObjectLine[]; copied: number }> {
  const lines = new Map<string, ObjectLine>();
  const absent: string[] = [];
  let copied = 0;
  await eachOf(keys, async (key) => {
    const kept = await copyToBackup(folder, storage, key, known.get(key));
    if (kept === null) absent.push(key);
    else {
      lines.set(key, kept.line);
      if (kept.copied) copied += 1;
    }
  });
  if (absent.length > 0) {
    // An unused photo may have been swept since the rows were read; then its row is gone as well.
    const current = new Set(await withSession(database, { snapshot: true }, referencedKeys));
    const missing = absent.filter((key) => current.has(key));
    if (missing.length > 0)
      throw new OperatorError(
        `${missing.length} objects that the database holds are not in storage, so the backup would be incomplete. The first: ${missing.sort()[0]}`,
      );
  }
  return { lines: keys.flatMap((key) => lines.get(key) ?? []), copied };
}
