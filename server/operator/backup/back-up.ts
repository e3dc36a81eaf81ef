import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { OpenDatabase } from '../../platform/db/database.ts';
import { readFileIfAny, syncPath, writeFileDurably } from '../../platform/durable-files.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { OperatorError } from '../operator-error.ts';
import {
  listSnapshots,
  MANIFEST_FORMAT,
  type Manifest,
  OBJECTS,
  type ObjectLine,
  readObjectList,
  SECRET,
  snapshotPath,
  tablePath,
  writeLineFile,
  writeManifest,
} from './backup-folder.ts';
import { eachOf, heldKeys, keepObject } from './objects.ts';
import { type Session, withSession } from './session.ts';
import { LineDigest, labelOf, listTables, readLines, readSequences } from './tables.ts';

export interface BackedUp {
  manifest: Manifest;
  /** objects that were not in the backup yet */
  copied: number;
}

/**
 * Takes a snapshot into the folder: all rows as of one moment, then each object that they hold. Content that an
 * earlier snapshot brought is not copied again. One that is cut off leaves no manifest and doesn't count; what it
 * copied serves the next.
 * @param dataDir where the session secret lies when it isn't a setting
 * @throws {OperatorError} when an object that a row holds is missing in storage
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
  const digest = new LineDigest();
  const lines = kept.lines.map((line) => JSON.stringify(line));
  for (const line of lines) digest.add(line);
  await writeLineFile(tablePath(snapshot, OBJECTS), iterate(lines));
  const secret = await readFileIfAny(path.join(source.dataDir, SECRET));
  if (secret !== null) await writeFileDurably(path.join(snapshot, SECRET), secret);
  const manifest: Manifest = {
    format: MANIFEST_FORMAT,
    id,
    takenAt,
    database: source.databaseName,
    ...taken,
    objects: digest.done(),
    bytes: kept.lines.reduce((sum, line) => sum + line.bytes, 0),
    secret: secret !== null,
  };
  await writeManifest(snapshot, manifest);
  await syncPath(path.dirname(snapshot));
  return { manifest, copied: kept.copied };
}

async function takeRows(session: Session, snapshot: string) {
  const tables: Manifest['tables'] = [];
  for (const table of await listTables(session)) {
    const digest = new LineDigest();
    const counted = async function* () {
      for await (const line of readLines(session, table)) {
        digest.add(line);
        yield line;
      }
    };
    await writeLineFile(tablePath(snapshot, labelOf(table)), counted());
    tables.push({ ...table, ...digest.done() });
  }
  const { rows } = await session.query<{ count: number }>(
    'select count(*)::int as count from drizzle.__drizzle_migrations',
  );
  return {
    tables,
    sequences: await readSequences(session, tables),
    migrations: rows[0]?.count ?? 0,
    keys: await heldKeys(session),
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
    const kept = await keepObject(folder, storage, key, known.get(key));
    if (kept === null) absent.push(key);
    else {
      lines.set(key, kept.line);
      if (kept.copied) copied += 1;
    }
  });
  if (absent.length > 0) {
    // An unused photo may have been swept since the rows were read; then its row is gone as well.
    const now = new Set(await withSession(database, { snapshot: true }, heldKeys));
    const missing = absent.filter((key) => now.has(key));
    if (missing.length > 0)
      throw new OperatorError(
        `${missing.length} objects that the database holds are not in storage, so the backup would be incomplete. The first: ${missing.sort()[0]}`,
      );
  }
  return { lines: keys.flatMap((key) => lines.get(key) ?? []), copied };
}

async function* iterate(lines: string[]): AsyncGenerator<string> {
  yield* lines;
}
