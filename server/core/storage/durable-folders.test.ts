import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DurableFolders } from './durable-folders.ts';

test('DurableFolders: fsyncs a folder up to the top once, and again where it was deleted and made anew', async () => {
  const top = await realpath(await mkdtemp(path.join(tmpdir(), 'slow-letters-folders-')));
  onTestFinished(() => rm(top, { recursive: true }));
  const [month, march, april] = ['month', 'month/march', 'month/april'].map((name) => path.join(top, name));
  const made = async (folder = '') => {
    await mkdir(folder, { recursive: true });
    return folder;
  };
  const durable = new DurableFolders(top);

  expect(await durable.sync(await made(march))).toEqual([march, month, top]);
  expect(await durable.sync(await made(march))).toEqual([march]);
  expect(await durable.sync(await made(april))).toEqual([april, month]);

  await rm(month ?? '', { recursive: true });
  expect(await durable.sync(await made(march))).toEqual([march, month, top]);
});
