import { randomBytes } from 'node:crypto';
import { lstat, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** Files that survive a power cut: a crash leaves the old content or the new, never a part. */

export async function exists(file: string): Promise<boolean> {
  return (await unlessMissing(lstat(file))) !== null;
}

export function readFileIfAny(file: string): Promise<string | null> {
  return unlessMissing(readFile(file, 'utf8'));
}

export async function unlessMissing<Result>(operation: Promise<Result>): Promise<Result | null> {
  try {
    return await operation;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Writes a whole file, with the folders above it, and fsyncs file and folder. It replaces what had the name and never
 * writes through a link, because a process run by root also writes into folders of another user.
 * @param mode permissions of the file
 * @param owner whose the file is to be, where not the process's own
 */
export async function writeFileDurably(
  file: string,
  content: string | Buffer,
  mode = 0o600,
  owner?: { uid: number; gid: number },
): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const partial = `${file}.${randomBytes(6).toString('hex')}.part`;
  try {
    const handle = await open(partial, 'wx', mode);
    try {
      await handle.writeFile(content);
      await handle.chmod(mode);
      if (owner !== undefined) await handle.chown(owner.uid, owner.gid);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  await syncPath(folder);
}

export async function syncPath(fileOrFolder: string): Promise<void> {
  const handle = await open(fileOrFolder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
