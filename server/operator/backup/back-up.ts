import path from 'node:path';
import { readFileIfAny } from '../../../packages/files/durable-files.ts';
import type { OpenDatabase } from '../../core/db/database.ts';
import type { Storage } from '../../core/storage/storage.ts';
import { OperatorError } from '../command.ts';
import {
  type BackupPlace,
  fileOf,
  newestSnapshot,
  OBJECTS,
  type ObjectLine,
  readObjectList,
  SECRETS,
  tableFile,
  writeFile,
  writeLineFile,
} from './backup-place.ts';
import { MANIFEST, MANIFEST_FORMAT, type Manifest } from './manifest.ts';
import { copyErasures, copyToBackup, eachOf, objectsIn, referencedKeys } from './objects.ts';
import { type Session, withSession } from './session.ts';
import { labelOf, listTables, readLines, readSequences } from './tables.ts';

/** Copies all rows as of one moment, then each object in them; counts once its manifest is written. @throws {OperatorError} */
export async function backUp(
  source: { database: OpenDatabase; databaseName: string; storage: Storage; dataDir: string },
  place: BackupPlace,
): Promise<{ manifest: Manifest; copied: number }> {
  const earlier = await newestSnapshot(place);
  const takenAt = new Date().toISOString();
  // Later than that of the snapshot before, even if the clock was set back: the newest is found by its name.
  const after = earlier ? Date.parse(earlier.id.replace(/-(\d\d)-(\d\d\.)/, ':$1:$2')) + 1 : 0;
  const id = new Date(Math.max(Date.parse(takenAt), after)).toISOString().replaceAll(':', '-');
  const { keys, ...taken } = await withSession(source.database, { snapshot: true }, (session) =>
    takeRows(session, place, id),
  );
  const known = earlier ? await readObjectList(earlier) : new Map<string, ObjectLine>();
  const kept = await takeObjects(source, place, keys, known);
  await copyErasures(source.storage, place.storage);
  const lines = kept.lines.map((line) => JSON.stringify(line));
  const objects = await writeLineFile(place, tableFile(id, OBJECTS), lines);
  const copySecret = async (name: string) => {
    const secret = await readFileIfAny(path.join(source.dataDir, name));
    if (secret !== null) await writeFile(place, fileOf(id, name), Buffer.from(secret));
    return secret !== null;
  };
  const manifest: Manifest = {
    format: MANIFEST_FORMAT,
    id,
    takenAt,
    database: source.databaseName,
    ...taken,
    objects,
    bytes: kept.lines.reduce((sum, line) => sum + line.bytes, 0),
    secret: await copySecret(SECRETS.secret),
    addressKey: await copySecret(SECRETS.addressKey),
  };
  await writeFile(place, fileOf(id, MANIFEST), Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  return { manifest, copied: kept.copied };
}

async function takeRows(session: Session, place: BackupPlace, id: string) {
  const tables: Manifest['tables'] = [];
  for (const table of await listTables(session)) {
    const digest = await writeLineFile(place, tableFile(id, labelOf(table)), readLines(session, table));
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
  place: BackupPlace,
  keys: string[],
  known: Map<string, ObjectLine>,
): Promise<{ lines: ObjectLine[]; copied: number }> {
  const present = await objectsIn(place);
  const lines = new Map<string, ObjectLine>();
  const absent: string[] = [];
  let copied = 0;
  await eachOf(keys, async (key) => {
    const kept = await copyToBackup(place, present, { storage, key, known: known.get(key) });
    if (kept === null) absent.push(key);
    else {
      lines.set(key, kept.line);
      if (kept.copied) copied += 1;
    }
  });
  if (absent.length > 0) {
    // An unused photo may have been swept since, with its row.
    const current = new Set(await withSession(database, { snapshot: true }, referencedKeys));
    const missing = absent.filter((key) => current.has(key));
    if (missing.length > 0)
      throw new OperatorError(
        `${missing.length} objects that the database holds are not in storage, so the backup would be incomplete. The first: ${missing.sort()[0]}`,
      );
  }
  return { lines: keys.flatMap((key) => lines.get(key) ?? []), copied };
}
