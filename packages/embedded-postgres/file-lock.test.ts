import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withFileLock } from './file-lock.ts';

let folder: string;
const ignore = () => undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slow-letters-lock-'));
});

afterEach(() => rm(folder, { recursive: true }));

it('file lock: one holder at a time, within one process too', async () => {
  let inside = 0;
  let most = 0;
  const hold = () =>
    withFileLock(join(folder, 'lock'), ignore, async () => {
      most = Math.max(most, ++inside);
      await sleep(20);
      inside--;
    });
  await Promise.all([hold(), hold(), hold()]);
  expect(most).toBe(1);
});

it('file lock: is waited for also where the clock is set ahead, as after a power cut', async () => {
  const path = join(folder, 'lock');
  let next: Promise<string> | undefined;
  try {
    await withFileLock(path, ignore, async () => {
      next = withFileLock(path, ignore, async () => 'in');
      await sleep(100);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3_600_000 });
      await sleep(100);
    });
    expect(await next).toBe('in');
  } finally {
    vi.useRealTimers();
  }
});

it('file lock: released after a failure', async () => {
  const fail = withFileLock(join(folder, 'lock'), ignore, () => Promise.reject(new Error('no')));
  await expect(fail).rejects.toThrow('no');
  await expect(withFileLock(join(folder, 'lock'), ignore, async () => 'in')).resolves.toBe('in');
});

it('file lock: is had on a full disk, where whoever stops needs it too', async () => {
  const program = `
    import { withFileLock } from '${join(import.meta.dirname, 'file-lock.ts')}';
    await withFileLock(process.argv[1], console.error, async () => {});`;
  // A process that may write no file gets an error for each write, as on a full disk.
  const command = `trap '' XFSZ; ulimit -f 0; exec "$0" --input-type=module -e "$1" "$2"`;
  const args = ['-c', command, process.execPath, program, join(folder, 'lock')];
  await expect(promisify(execFile)('sh', args)).resolves.toEqual({ stdout: '', stderr: '' });
});

it('file lock: names the file that cannot be opened', async () => {
  const path = join(folder, 'missing/lock');
  await expect(withFileLock(path, ignore, async () => 'in')).rejects.toThrow(`${path} can't be opened`);
});
