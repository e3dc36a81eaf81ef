import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openUploadFolder } from './upload-folder.ts';

const dataDir = await mkdtemp(path.join(tmpdir(), 'slow-letters-uploads-'));
afterAll(() => rm(dataDir, { recursive: true }));

it('openUploadFolder: removes what lies there for a day, and leaves the folder to whoever has had no upload for as long', async () => {
  const folder = await openUploadFolder(dataDir);
  const longAgo = new Date(Date.now() - 25 * 3_600_000);
  for (const name of ['left', 'under way']) await writeFile(path.join(folder, name), 'x');
  for (const old of [path.join(folder, 'left'), folder]) await utimes(old, longAgo, longAgo);

  expect(await openUploadFolder(dataDir)).toBe(folder);
  expect(await readdir(folder)).toEqual(['under way']);
});
