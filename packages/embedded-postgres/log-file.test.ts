import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { logTail, trimLog } from './log-file.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slow-letters-log-'));
});

afterEach(() => rm(folder, { recursive: true }));

it('log: is cut above its limit, its end kept beside it', async () => {
  const log = join(folder, 'postgres.log');
  await writeFile(log, 'one\ntwo\n');
  await trimLog(log, undefined, 8);
  expect(await readFile(log, 'utf8')).toBe('one\ntwo\n');
  await trimLog(log, undefined, 7);
  expect(await readFile(log, 'utf8')).toBe('');
  expect(await readFile(`${log}.1`, 'utf8')).toBe('one\ntwo\n');
});

it('log: the last lines written after a point are read', async () => {
  const log = join(folder, 'postgres.log');
  expect(await logTail(log, 0)).toBe('');
  await writeFile(log, 'before\none\ntwo\n');
  expect(await logTail(log, 7)).toBe('one\ntwo');
  expect(await logTail(log, 7, 1)).toBe('two');
});
