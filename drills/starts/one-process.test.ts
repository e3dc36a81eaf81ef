import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, it, vi } from 'vitest';
import {
  gone,
  mode,
  postmaster,
  query,
  start,
  test,
} from '../../packages/embedded-postgres/test/processes.ts';

describe('embedded PostgreSQL: one process', () => {
  it('keeps its data across a restart, and does not run in between', async () => {
    const first = await start();
    expect(first.version).toMatch(/^18\./);
    expect(first.notice).toBeUndefined();
    await query(first, `create table letter as select 'Grüße'::text as body`);
    const pid = await postmaster(first.location);
    await first.stop();
    await gone(pid);
    const second = await start();
    expect(await query(second, 'select upper(body) as body from letter')).toEqual([{ body: 'GRÜßE' }]);
  });

  it('allows no access without the password', async () => {
    const server = await start();
    expect(await mode(test.dataDir)).toBe('711');
    expect(await mode(join(test.dataDir, 'postgres'))).toBe('700');
    expect(await mode(join(test.dataDir, 'postgres-password'))).toBe('600');
    expect(await mode(server.connection.host)).toBe('700');
    expect(await query(server, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
    for (const user of ['postgres', server.connection.user]) {
      const intruder = new Client({ ...server.connection, user, password: 'guess' });
      await expect(intruder.connect()).rejects.toMatchObject({ code: '28P01' });
    }
  });

  it('gives a role that is no superuser, by connection and by URL', async () => {
    const server = await start({ database: 'another' });
    const client = new Client(server.url);
    await client.connect();
    const { rows } = await client.query(
      `select current_database() as name, rolsuper, rolcreatedb from pg_roles where rolname = current_user`,
    );
    await client.end();
    expect(rows).toEqual([{ name: 'another', rolsuper: false, rolcreatedb: true }]);
  });

  it('restarts the server when it dies', async () => {
    const server = await start();
    const pid = await postmaster(server.location);
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(async () => expect(await query(server, 'select 1 as one')).toHaveLength(1), 60_000);
    expect(await postmaster(server.location)).not.toBe(pid);
  });
});
