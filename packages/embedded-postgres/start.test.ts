import { spawn } from 'node:child_process';
import { chown, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { gone, mode, postmaster, query, root, settings, start, test } from './test/processes.ts';

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

  it('puts its socket in a short folder when the path of DATA_DIR is long', async () => {
    test.dataDir = join(test.place, 'a folder with "quotes", $HOME and spaces'.repeat(3), 'data');
    const server = await start();
    test.removeAfterwards.push(server.connection.host);
    expect(server.connection.host.length).toBeLessThan(60);
    expect(await mode(server.connection.host)).toBe('700');
    expect(server.location.startsWith(test.dataDir)).toBe(true);
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('restarts the server when it dies', async () => {
    const server = await start();
    const pid = await postmaster(server.location);
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(async () => expect(await query(server, 'select 1 as one')).toHaveLength(1), 15_000);
    expect(await postmaster(server.location)).not.toBe(pid);
  });

  it('does not mistake another process for its server when a pid was reused', async () => {
    const server = await start();
    const { location } = server;
    const files = [join(location, 'postmaster.pid'), join(server.connection.host, '.s.PGSQL.5432.lock')];
    const left = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    await server.stop();
    const { uid, gid } = await stat(location);
    const other = spawn('sleep', ['60'], root ? { uid, gid } : {});
    test.children.push(other);
    for (const [index, file] of files.entries()) {
      await writeFile(file, left[index]?.replace(/^\d+/, String(other.pid)) ?? '', { mode: 0o600 });
      if (root) await chown(file, uid, gid);
    }
    expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await postmaster(location)).not.toBe(other.pid);
  });

  it('reports the server log when the server does not start', async () => {
    const refused = start({ settings: { ...settings, shared_buffers: 'plenty' } });
    await expect(refused).rejects.toThrow(/postgres\.log:.*"shared_buffers".*"plenty"/s);
    expect(await query(await start(), 'select 1 as one')).toHaveLength(1);
  });

  it('fails when only the password file is missing', async () => {
    await (await start()).stop();
    await rm(join(test.dataDir, 'postgres-password'));
    await expect(start()).rejects.toThrow(/postgres-password is missing/);
  });
});
