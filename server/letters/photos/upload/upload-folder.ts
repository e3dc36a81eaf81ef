import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';

const OTHER_MACHINE_MAX_HOURS = 24;
const NAME = /^uploads-([a-z0-9-]+)-(\d+)$/;

/** Also removes folders of processes that ended; another machine's goes after a day without a new file. */
export async function openUploadFolder(dataDir: string): Promise<string> {
  const all = path.join(path.resolve(dataDir), 'tmp');
  await mkdir(all, { recursive: true, mode: 0o700 });
  for (const name of await readdir(all)) {
    if (await isAbandoned(all, name)) await rm(path.join(all, name), { recursive: true, force: true });
  }
  const own = path.join(all, `uploads-${machine()}-${process.pid}`);
  await mkdir(own, { recursive: true, mode: 0o700 });
  return own;
}

async function isAbandoned(all: string, name: string): Promise<boolean> {
  const [, host, pid] = NAME.exec(name) ?? [];
  if (host === undefined) return false;
  if (host === machine()) return Number(pid) === process.pid || !isRunning(Number(pid));
  const { mtimeMs } = await stat(path.join(all, name));
  return Date.now() - mtimeMs > OTHER_MACHINE_MAX_HOURS * 3_600_000;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs as another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function machine(): string {
  return (
    hostname()
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'machine'
  );
}
