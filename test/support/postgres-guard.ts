import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../packages/embedded-postgres/start.ts';
import type { PostgresOptions } from './guarded-postgres.ts';

// The process of `startGuardedPostgres`. It belongs to no terminal and no group that a signal ends.
const over = once(process, 'disconnect');
const { isTemporary, ...options }: PostgresOptions = JSON.parse(process.argv[2] ?? '');
const postgres = await startEmbeddedPostgres({ ...options, log: () => {} });
if (process.connected) process.send?.({ url: postgres.url, connection: postgres.connection });
await over;
const client = new pg.Client(postgres.connection);
await client.connect();
// What was killed may have children, which end a moment later. Another guard of the same cluster stops it after this one:
// its session is a superuser's, of which this role sees the name alone.
const OTHERS = `select application_name ~ '^slow-letters [0-9]+ [0-9a-f]{8}$' as "isGuard" from pg_stat_activity
  where (backend_type = 'client backend' or application_name <> '') and application_name <> $1`;
for (;;) {
  const { rows } = await client.query(OTHERS, [postgres.connection.application_name]);
  if (rows.length === 0 || rows.some(({ isGuard }) => isGuard)) break;
  await sleep(200);
}
await client.end();
await postgres.stop();
if (isTemporary) await rm(options.dataDir, { recursive: true });
