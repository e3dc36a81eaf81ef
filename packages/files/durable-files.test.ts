import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exists, readFileIfAny, writeFileDurably } from './durable-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slow-letters-files-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('writeFileDurably', () => {
  it('replaces a link by a file and leaves the target as it is', async () => {
    const [target, link] = [join(folder, 'target'), join(folder, 'link')];
    await writeFile(target, 'untouched');
    await symlink(target, link);
    await writeFileDurably(link, 'new');
    expect(await readFile(target, 'utf8')).toBe('untouched');
    expect(await readFile(link, 'utf8')).toBe('new');
    expect((await stat(link)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).sort()).toEqual(['link', 'target']);
  });

  it('leaves no partial file when it fails', async () => {
    await expect(writeFileDurably(folder, 'a folder has the name')).rejects.toThrow();
    expect(
      (await readdir(join(folder, '..'))).filter((name) => name.startsWith(`${basename(folder)}.`)),
    ).toEqual([]);
    await writeFileDurably(join(folder, 'below/it/file'), 'content');
    expect(await exists(join(folder, 'below/it/file'))).toBe(true);
  });
});

it('readFileIfAny: null for a file that is not there, an error for anything else', async () => {
  expect(await readFileIfAny(join(folder, 'none'))).toBeNull();
  await expect(readFileIfAny(folder)).rejects.toMatchObject({ code: 'EISDIR' });
});
