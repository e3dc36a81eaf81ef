import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { logTail, trimLog, writeWhole } from './files.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slow-letters-files-'));
});

afterEach(() => rm(folder, { recursive: true }));

it('replaces a file whole, and a link by a file', async () => {
  const [target, link] = [join(folder, 'target'), join(folder, 'link')];
  await writeFile(target, 'untouched');
  await symlink(target, link);
  await writeWhole(link, 'new', 0o600);
  expect(await readFile(target, 'utf8')).toBe('untouched');
  expect(await readFile(link, 'utf8')).toBe('new');
  expect((await stat(link)).mode & 0o777).toBe(0o600);
  expect((await readdir(folder)).sort()).toEqual(['link', 'target']);
});

it('cuts a log above its limit and keeps the end beside it', async () => {
  const log = join(folder, 'postgres.log');
  await writeFile(log, 'one\ntwo\n');
  await trimLog(log, undefined, 8);
  expect(await readFile(log, 'utf8')).toBe('one\ntwo\n');
  await trimLog(log, undefined, 7);
  expect(await readFile(log, 'utf8')).toBe('');
  expect(await readFile(`${log}.1`, 'utf8')).toBe('one\ntwo\n');
});

it('reads the last lines written after a point', async () => {
  const log = join(folder, 'postgres.log');
  expect(await logTail(log, 0)).toBe('');
  await writeFile(log, 'before\none\ntwo\n');
  expect(await logTail(log, 7)).toBe('one\ntwo');
  expect(await logTail(log, 7, 1)).toBe('two');
});
