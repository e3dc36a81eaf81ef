import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { projectFolder } from '../../server/core/project-folder.ts';
import { type ServerProcess, startServerProcess } from '../../test/faults/server-process.ts';
import { builtProgram } from '../../test/support/built-program.ts';
import { freePort } from '../../test/support/free-port.ts';
import { startTestProduct } from '../../test/support/test-product.ts';
import { Upstream } from './upstream.ts';

const REFUSED =
  /^The server ended with 1:\s+The database was migrated by a newer version.*: start that version or a later one/;

/** As Caddy is set up in deploy/Caddyfile. */
const HEALTH_EVERY_MS = 500;

it('rolling restart: no request fails while two web processes are restarted one after the other', async () => {
  const product = await startTestProduct();
  const { DATABASE_URL = '' } = product.services.config;
  const env = { DATABASE_URL, DATA_DIR: product.dataDir, PROCESS_ROLE: 'web', DRAIN_SECONDS: '5' };
  const command = { args: [await builtProgram('main')], env, cwd: projectFolder };
  const ports = [await freePort(), await freePort()];
  const processes: ServerProcess[] = [];
  const upstreams: Upstream[] = [];
  const failures: string[] = [];
  const served: number[] = [];
  let answered = 0;
  let running = true;
  try {
    processes.push(...(await Promise.all(ports.map((port) => startServerProcess(command, port)))));
    upstreams.push(...ports.map((port) => new Upstream(port, HEALTH_EVERY_MS)));
    await vi.waitFor(() => expect(upstreams.every(({ healthy }) => healthy)).toBe(true), 60_000);

    const client = async (start: number) => {
      for (let turn = start; running; turn++) {
        const ready = upstreams.filter(({ healthy }) => healthy);
        const upstream = ready[turn % ready.length];
        // Paths that read the database and that don't.
        const path = turn % 2 === 0 ? '/api/credit-packages' : '/api/config';
        const status = await (upstream?.get(path) ?? Promise.reject(new Error('nobody is ready'))).catch(
          String,
        );
        if (status === 200) answered += 1;
        else failures.push(`${path}: ${status}`);
        // Requests enough to meet every moment, and few enough to leave the machine to the restarts.
        await sleep(25);
      }
    };
    const clients = Promise.all([0, 1, 2, 3].map(client));
    for (const [index, port] of ports.entries()) {
      const before = answered;
      expect(await processes[index]?.stop()).toBe(0);
      processes[index] = await startServerProcess(command, port);
      await vi.waitFor(() => expect(upstreams.every(({ healthy }) => healthy)).toBe(true), 60_000);
      served.push(answered - before);
    }
    running = false;
    await clients;
    expect(await Promise.all(processes.map((one) => one.stop()))).toEqual([0, 0]);
  } finally {
    running = false;
    for (const upstream of upstreams) upstream.close();
    await Promise.all(processes.map((one) => one.kill()));
    await product.close();
  }
  expect(failures).toEqual([]);
  expect(Math.min(...served)).toBeGreaterThan(100);
}, 300_000);

it('rolling upgrade: an old process that runs goes on beside newer tables; one that starts refuses with a sentence', async () => {
  const product = await startTestProduct();
  const { config, pool } = product.services;
  const env = { DATABASE_URL: config.DATABASE_URL, DATA_DIR: product.dataDir };
  const command = { args: [await builtProgram('main')], env, cwd: projectFolder };
  const running = await startServerProcess(command, await freePort());
  try {
    await pool.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 1e15)");
    // Ended at once where it does start.
    for (const MIGRATE of ['at-start', 'never'])
      await expect(
        startServerProcess({ ...command, env: { ...env, MIGRATE } }, await freePort()).then((one) =>
          one.kill(),
        ),
      ).rejects.toThrow(REFUSED);
    expect((await fetch(`${running.url}/api/credit-packages`)).status).toBe(200);
    expect((await fetch(`${running.url}/readyz`)).status).toBe(200);
    expect(await running.stop()).toBe(0);
  } finally {
    await running.kill();
    await product.close();
  }
});
