import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Account } from './os-account.ts';

/** Size at which PostgreSQL's log is cut, and how much of its end is kept beside it; bytes. */
const logLimit = 8 * 1024 * 1024;
const logKept = 1024 * 1024;

export async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Whether the error says that there is no such file or folder (ENOENT). */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/**
 * Writes a whole file so that after a crash there is the old one or the new one, never a half.
 * The new file replaces whatever had the name: it is never written through a link, for as root we write
 * into folders of a lesser user.
 */
export async function writeWhole(
  path: string,
  content: string | Buffer,
  mode: number,
  owner?: Account,
): Promise<void> {
  const partial = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(partial, 'wx', mode);
  try {
    await file.writeFile(content);
    await file.chmod(mode);
    if (owner !== undefined) await file.chown(owner.uid, owner.gid);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(partial, path);
  await syncFolder(dirname(path));
}

/** Makes the names in a folder durable (fsync of a folder). */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Bytes in the log, 0 when there is none. */
export async function logSize(path: string): Promise<number> {
  try {
    return (await lstat(path)).size;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}

/** The last lines of the log, written after byte `from`. */
export async function logTail(path: string, from: number, lines = 12): Promise<string> {
  const size = await logSize(path);
  if (size <= from) return '';
  const text = (await readEnd(path, Math.min(size - from, 16 * 1024), false)).toString('utf8');
  return text.trimEnd().split('\n').slice(-lines).join('\n');
}

/**
 * Keeps the log from growing without bound: above 8 MiB its last MiB goes to `<log>.1` and it starts
 * over. The server appends (O_APPEND), so it may go on writing meanwhile.
 */
export async function trimLog(path: string, owner: Account | undefined, limit = logLimit): Promise<void> {
  if ((await logSize(path)) <= limit) return;
  await writeWhole(`${path}.1`, await readEnd(path, logKept, true), 0o600, owner);
}

/** Reads up to `bytes` from the end of a file, without following a link, and empties it afterwards if asked. */
async function readEnd(path: string, bytes: number, thenEmpty: boolean): Promise<Buffer> {
  const file = await open(path, constants.O_RDWR | constants.O_NOFOLLOW);
  try {
    const { size } = await file.stat();
    const length = Math.min(bytes, size);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    if (thenEmpty) await file.truncate(0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
