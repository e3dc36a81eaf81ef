import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Site } from '../../test/load/site.ts';
import { readMetrics } from '../../test/load/watch.ts';

export interface Sample {
  /** megabytes of each role, resident and heap */
  memory: Record<string, number>;
  openFiles: number;
  handles: number;
  /** sessions in the database, the product's and ours */
  connections: number;
  /** begun and not finished yet, by kind */
  backlog: Record<string, number>;
  rows: Record<string, number>;
}

export async function sample({ product, roles, database, dataDir }: Site): Promise<Sample> {
  const { openFiles, handles } = await readMetrics(product.url);
  const memory: Record<string, number> = {};
  for (const [role, url] of Object.entries(roles)) {
    const { resident, heap } = await readMetrics(url);
    memory[`${role}, resident`] = resident / 1e6;
    memory[`${role}, heap`] = heap / 1e6;
  }
  const number = async (query: string) =>
    Number((await database.query<{ n: string }>(`select count(*) as n ${query}`)).rows[0]?.n ?? 0);
  const rows: Record<string, number> = {};
  const tables = await database.query<{ name: string }>(`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_schema in ('public', 'jobs') and table_type = 'BASE TABLE' order by 1`);
  for (const { name } of tables.rows) rows[name.replace(/^public\./, '')] = await number(`from ${name}`);
  return {
    memory,
    openFiles,
    handles,
    connections: await number('from pg_stat_activity where datname = current_database()'),
    backlog: {
      jobs: await number(`from jobs.job where state < 'completed'`),
      'failed jobs': await number(`from jobs.job where state = 'failed'`),
      'letters under way': await number(`from letters where status in ('queued', 'sending')`),
      'relays under way': await number(`from replies where relay_status = 'queued'`),
      'messages unread': await number('from inbound_messages where read_at is null'),
      'uploads in the folder': await filesBelow(path.join(dataDir, 'tmp')),
    },
    rows,
  };
}

async function filesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}
