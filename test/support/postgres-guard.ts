import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../packages/embedded-postgres/start.ts';

// The process of `startGuardedPostgres`. It belongs to no terminal and no group that a signal ends.
const over = once(process, 'disconnect');
const postgres = await startEmbeddedPostgres({ ...JSON.parse(process.argv[2] ?? ''), log: () => {} });
if (process.connected) process.send?.({ url: postgres.url, connection: postgres.connection });
await over;
const client = new pg.Client(postgres.connection);
await client.connect();
// What was killed may have children, which end a moment later. Other guards of the same cluster stop it after this one.
const USERS = `select from pg_stat_activity where backend_type = 'client backend' and application_name not like 'slow-letters %'`;
while ((await client.query(USERS)).rowCount !== 0) await sleep(200);
await client.end();
await postgres.stop();
