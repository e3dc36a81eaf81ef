import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openUploadFolder } from './upload-folder.ts';

const dataDir = await mkdtemp(path.join(tmpdir(), 'slow-letters-uploads-'));
afterAll(() => rm(dataDir, { recursive: true }));

it('openUploadFolder: removes folders of ended processes, and no others', async () => {
  const own = await openUploadFolder(dataDir);
  const all = path.dirname(own);
  const machine = path.basename(own).replace(/-\d+$/, '');
  const { pid: dead } = spawnSync(process.execPath, ['-e', '']);
  const folders = {
    own: path.basename(own),
    dead: `${machine}-${dead}`,
    running: `${machine}-${process.ppid}`,
    elsewhere: 'uploads-another-machine-12',
    elsewhereLongAgo: 'uploads-another-machine-13',
    notOurs: 'something',
  };
  for (const name of Object.values(folders)) {
    await mkdir(path.join(all, name), { recursive: true });
    await writeFile(path.join(all, name, 'half'), 'x');
  }
  const longAgo = new Date(Date.now() - 25 * 3_600_000);
  await utimes(path.join(all, folders.elsewhereLongAgo), longAgo, longAgo);

  expect(await openUploadFolder(dataDir)).toBe(own);
  expect((await readdir(all)).sort()).toEqual(
    [folders.own, folders.running, folders.elsewhere, folders.notOurs].sort(),
  );
  expect(await readdir(own)).toEqual([]);
});
