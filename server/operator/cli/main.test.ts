import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readFileIfAny } from '../../../packages/files/durable-files.ts';
import { builtProgram } from '../../../test/support/built-program.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { projectFolder } from '../../core/project-folder.ts';

/** Both programs, started as processes, with something wrong. */
let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

async function run(program: 'main' | 'admin', args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [await builtProgram(program), ...args], {
    cwd: projectFolder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return { printed: (await text(child.stderr)).trim(), code: await ended };
}

it('server: exits with 78 (EX_CONFIG) for a bad setting', async () => {
  const { printed, code } = await run('main', [], { PORT: 'three thousand' });
  expect(code).toBe(78);
  expect(printed).toMatch(/^These settings stop the start:\n {2}PORT: /);
});

it('server: names the setting of a port that is taken', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const { DATABASE_URL = '' } = product.services.config;
  const env = {
    DATABASE_URL,
    DATA_DIR: product.dataDir,
    INBOUND_SMTP_PORT: String(port),
    LOG_LEVEL: 'silent',
  };
  const { printed, code } = await run('main', [], { ...env, PROCESS_ROLE: 'worker' });
  taken.close();
  expect(code).toBe(1);
  expect(printed).toMatch(new RegExp(`^Port ${port} is taken by another program. .* INBOUND_SMTP_PORT=3100`));
});

it('cli: prints a sentence for a folder that cannot be written', async () => {
  const { DATABASE_URL = '' } = product.services.config;
  const env = { DATABASE_URL, DATA_DIR: product.dataDir };
  const { printed, code } = await run('admin', ['backup', '/dev/null/letters'], env);
  expect(code).toBe(1);
  expect(printed).toBe('/dev/null/letters is not in a folder.');
});

it('cli: waits for the database without a limit, also while a restored one is made ready', async () => {
  const { DATABASE_URL = '' } = product.services.config;
  const env = { DATABASE_URL, DATA_DIR: product.dataDir, DATABASE_STATEMENT_SECONDS: '1' };
  const client = await product.services.pool.connect();
  // Held until the program waits, however long it takes to start.
  await client.query(
    'begin; set local idle_in_transaction_session_timeout = 0; lock table address_hash_check',
  );
  const restored = run('admin', ['restored', '2026-05-04T03:10:00Z'], env);
  const waiting = async () => {
    const { rows } = await product.services.pool.query(`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query_start < clock_timestamp() - interval '0.8 seconds'`);
    return rows.length;
  };
  await expect.poll(waiting).toBe(1);
  await client.query('commit');
  client.release();
  expect(await restored).toEqual({ printed: '', code: 0 });
});

it('cli: backup verify leaves nothing that can be read when it is ended, nor of one that was killed', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'slow-letters-verified-'));
  const { DATABASE_URL = '' } = product.services.config;
  const env = { DATABASE_URL, DATA_DIR: product.dataDir, TMPDIR: folder };
  expect(await run('admin', ['backup', path.join(folder, 'backup')], env)).toMatchObject({ code: 0 });
  const killed = path.join(folder, 'slow-letters-verify-killed');
  const other = path.join(folder, 'slow-letters-verify-other');
  for (const each of [killed, other]) await mkdir(path.join(each, 'postgres'), { recursive: true });
  await utimes(killed, 0, 0);

  const verify = [await builtProgram('admin'), 'backup', 'verify', path.join(folder, 'backup')];
  const child = spawn(process.execPath, verify, {
    cwd: projectFolder,
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  /** As root it is in a system folder: nobody else has a way into this one. */
  const placed = async () => {
    const [scratch = ''] = globSync(path.join(folder, 'slow-letters-verify-*/postgres.lock')).map(
      path.dirname,
    );
    const record = await readFileIfAny(path.join(scratch, 'postgres-location.json'));
    const shelf: string = record ? JSON.parse(record).shelf : scratch;
    return existsSync(path.join(shelf, 'postgres/cluster/postmaster.pid')) ? shelf : null;
  };
  await expect.poll(placed, { timeout: 60_000 }).toBeTruthy();
  const shelf = await placed();
  child.kill('SIGTERM');
  await once(child, 'exit');
  expect(await readdir(folder)).toEqual(['backup', path.basename(other)]);
  expect(existsSync(shelf ?? '')).toBe(false);
  await rm(folder, { recursive: true });
});
