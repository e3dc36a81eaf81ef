import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { unlessMissing } from '../../../../packages/files/durable-files.ts';
import { DAY_MS } from '../../../../shared/durations.ts';

/** Shared by all processes. Also removes files that one that died left in it, a day old or older. */
export async function openUploadFolder(dataDir: string): Promise<string> {
  const folder = path.join(path.resolve(dataDir), 'tmp');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const found = await unlessMissing(stat(file));
    if (found?.isFile() && Date.now() - found.mtimeMs > DAY_MS) await rm(file, { force: true });
  }
  return folder;
}
