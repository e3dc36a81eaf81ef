import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Logger } from 'pino';
import { z } from 'zod';
import { JOBS } from '../../jobs.ts';
import type { OpenDatabase } from '../../platform/db/database.ts';
import { Queue } from '../../platform/jobs/queue.ts';
import { projectFolder } from '../../platform/project-folder.ts';
import { Refusal } from '../cli/command.ts';

const journal = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) });

/**
 * Makes the tables as they were after the first `migrations`, so that rows go into the columns they came from; later
 * migrations are applied to them afterwards. Seeds are taken out again: the rows bring their own.
 * @throws {Refusal} for rows of a newer version
 */
export async function prepareTables(database: OpenDatabase, migrations: number, log: Logger): Promise<void> {
  const source = path.join(projectFolder, 'migrations');
  const all = journal.parse(JSON.parse(await readFile(path.join(source, 'meta', '_journal.json'), 'utf8')));
  if (migrations > all.entries.length)
    throw new Refusal(
      `The data is of a newer version (${migrations} migrations; this one knows ${all.entries.length}). Install that version or a later one.`,
    );
  const entries = all.entries.slice(0, migrations);
  const folder = await mkdtemp(path.join(tmpdir(), 'slow-letters-migrations-'));
  try {
    await mkdir(path.join(folder, 'meta'));
    await writeFile(path.join(folder, 'meta', '_journal.json'), JSON.stringify({ ...all, entries }));
    for (const { tag } of entries)
      await copyFile(path.join(source, `${tag}.sql`), path.join(folder, `${tag}.sql`));
    await migrate(database.db, { migrationsFolder: folder });
  } finally {
    await rm(folder, { recursive: true });
  }
  await database.pool.query('delete from coupons; delete from credit_packages');
  const queue = new Queue(database.pool, log, JOBS);
  await queue.start();
  await queue.stop();
}
