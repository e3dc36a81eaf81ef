import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { unlessMissing, writeFileDurably } from '../files/durable-files.ts';
import type { Account } from './os-account.ts';

/** Size at which PostgreSQL's log is cut, and how much of its end is kept beside it; bytes. */
const LOG_LIMIT = 8 * 1024 * 1024;
const LOG_KEPT = 1024 * 1024;

export async function logSize(path: string): Promise<number> {
  return (await unlessMissing(lstat(path)))?.size ?? 0;
}

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
export async function trimLog(path: string, owner: Account | undefined, limit = LOG_LIMIT): Promise<void> {
  if ((await logSize(path)) <= limit) return;
  await writeFileDurably(`${path}.1`, await readEnd(path, LOG_KEPT, true), 0o600, owner);
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
