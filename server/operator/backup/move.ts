import type { Logger } from 'pino';
import { applicationName, type OpenDatabase } from '../../core/db/database.ts';
import type { Storage } from '../../core/storage/storage.ts';
import { OperatorError } from '../command.ts';
import { fillDatabase } from './fill-database.ts';
import type { Table } from './manifest.ts';
import { eachOf, keysOf, putVerified, readObject } from './objects.ts';
import { withSession } from './session.ts';
import { listTables, readLines, readSequences } from './tables.ts';

/** @throws {OperatorError} when the product runs, or the target is not empty */
export async function moveDatabase(
  from: OpenDatabase,
  to: OpenDatabase,
  log: Logger,
): Promise<{ tables: number; rows: number }> {
  await assertStopped(from);
  return withSession(from, { snapshot: true }, async (session) => {
    const { rows: found } = await session.query<{ name: string; migrations: number }>(`
      select 'the database ' || current_database() || ' of cluster ' || system_identifier as name,
        (select count(*)::int from drizzle.__drizzle_migrations) as migrations
      from pg_control_system()`);
    const [{ name, migrations } = { name: '', migrations: 0 }] = found;
    const tables = await listTables(session);
    const source = {
      name,
      migrations,
      tables,
      sequences: await readSequences(session, tables),
      readLines: (table: Table) => readLines(session, table),
    };
    return { tables: tables.length, rows: await fillDatabase(to, source, log) };
  });
}

/** What a running product writes meanwhile would not be moved. @throws {OperatorError} */
export async function assertStopped({ pool }: OpenDatabase): Promise<void> {
  const { rows } = await pool.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
     where datname = current_database() and application_name like 'slow-letters %'
       and application_name <> all($1) and application_name !~ $2`,
    [[applicationName(), applicationName(' events')], `^slow-letters ${process.pid}( |$)`],
  );
  if ((rows[0]?.others ?? 0) > 0)
    throw new OperatorError('The product is running on this database. Stop every process of it first.');
}

/** May be interrupted, and repeated. @throws {OperatorError} when both have different content under one key */
export async function movePhotos(from: Storage, to: Storage) {
  const present = new Set<string>();
  for await (const key of keysOf(to)) present.add(key);
  const moved = { objects: 0, bytes: 0, copied: 0 };
  const differing: string[] = [];
  const move = async (key: string) => {
    const content = await readObject(from, key);
    // Swept since it was listed.
    if (content === null) return;
    if (!present.has(key)) {
      await putVerified(to, key, content);
      moved.copied += 1;
    } else {
      const copy = await readObject(to, key);
      if (!copy?.equals(content)) return void differing.push(key);
    }
    moved.objects += 1;
    moved.bytes += content.length;
  };
  await eachOf(keysOf(from), move);
  if (differing.length > 0)
    throw new OperatorError(
      `${differing.length} objects are in both places and differ, so the copy is not whole. The first: ${differing.sort()[0]}`,
    );
  return moved;
}
