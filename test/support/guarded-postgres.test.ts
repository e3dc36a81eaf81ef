import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, it } from 'vitest';
import {
  gone,
  isAlive,
  postmaster,
  settings,
  test,
} from '../../packages/embedded-postgres/test/processes.ts';

const module = path.join(import.meta.dirname, 'guarded-postgres.ts');
const start = (dataDir: string) => `import { startGuardedPostgres } from ${JSON.stringify(module)};
  await startGuardedPostgres(${JSON.stringify({ dataDir, settings })});
  console.log('started');`;

it('guarded PostgreSQL: ends when the process that asked for it is killed', async () => {
  const owner = spawn(process.execPath, ['--input-type=module', '-e', start(test.dataDir)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  test.children.push(owner);
  expect(String(await once(owner.stdout, 'data'))).toContain('started');
  const pid = await postmaster(path.join(test.dataDir, 'postgres', 'cluster'));
  expect(isAlive(pid)).toBe(true);
  owner.kill('SIGKILL');
  await gone(pid);
});
