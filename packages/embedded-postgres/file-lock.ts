import { chmod } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

/** SQLITE_BUSY, https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;
const POLL_MS = 25;
const LOG_AFTER_MS = 3_000;
/** Longer than a server may take to recover after a crash while the holder waits for it. */
const GIVE_UP_MS = 330_000;

/**
 * Runs `work` while holding an exclusive lock on `path`, across processes and within one. Node has no flock;
 * SQLite's fcntl lock on an empty database file is released by the kernel with its process. Nothing else may
 * open the file, for closing it releases the lock (POSIX).
 * @throws Error when the lock isn't free within five and a half minutes
 */
export async function withFileLock<T>(
  path: string,
  log: (line: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  const database = open(path);
  try {
    await chmod(path, 0o600);
    await acquire(database, path, log);
    return await work();
  } finally {
    database.close();
  }
}

function open(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: 0 });
  } catch (error) {
    throw new Error(`The lock file ${path} can't be opened: is DATA_DIR writable for this user?`, {
      cause: error,
    });
  }
}

async function acquire(database: DatabaseSync, path: string, log: (line: string) => void): Promise<void> {
  const since = performance.now();
  let logged = false;
  for (;;) {
    try {
      // A journal in a file could not be made on a full disk.
      database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
      return;
    } catch (error) {
      if (!(error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY)) throw error;
    }
    const waited = performance.now() - since;
    if (waited > GIVE_UP_MS) {
      throw new Error(`Another process has been holding ${path} for too long: end it and start again.`);
    }
    if (!logged && waited > LOG_AFTER_MS) {
      logged = true;
      log('Another process is starting or stopping the database of this folder; waiting for it.');
    }
    await sleep(POLL_MS);
  }
}
