import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, it } from 'vitest';
import {
  gone,
  isAlive,
  postmaster,
  settings,
  test,
} from '../../packages/embedded-postgres/test/processes.ts';
import { applicationName } from '../../server/core/db/database.ts';

const module = path.join(import.meta.dirname, 'guarded-postgres.ts');
const start = (dataDir: string) => `import { startGuardedPostgres } from ${JSON.stringify(module)};
  const { url } = await startGuardedPostgres(${JSON.stringify({ dataDir, settings, isTemporary: true })});
  console.log(url);`;

it('guarded PostgreSQL: ends when the process that asked for it is killed, once a product that outlived it is gone; a temporary one leaves no folder', async () => {
  const owner = spawn(process.execPath, ['--input-type=module', '-e', start(test.dataDir)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  test.children.push(owner);
  const [url] = await once(owner.stdout, 'data');
  const product = new pg.Client({
    connectionString: String(url).trim(),
    application_name: applicationName(),
  });
  await product.connect();
  const pid = await postmaster(path.join(test.dataDir, 'postgres', 'cluster'));
  expect(isAlive(pid)).toBe(true);
  owner.kill('SIGKILL');
  // Longer than the server's own stop waits for sessions that end.
  await sleep(2_000);
  await product.end();
  await gone(pid);
  await expect.poll(() => existsSync(test.dataDir)).toBe(false);
});
