import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
/** Holds the hash of the sources that `dist/` was built from. */
export const STAMP = path.join(root, 'dist', 'built-from');
const SOURCES = [
  'packages',
  'web',
  'server',
  'shared',
  'templates',
  'locales',
  'scripts/build.ts',
  'scripts/build-if-needed.ts',
  'scripts/words',
  'vite.config.ts',
  'package-lock.json',
];

export const isBuilt = async (): Promise<boolean> =>
  (await readFile(STAMP, 'utf8').catch(() => '')) === (await sourceHash());

/** Builds in a process of its own, whose half a gigabyte of memory goes with it. @throws when the build fails */
export async function buildIfNeeded(say: (line: string) => void): Promise<void> {
  if (await isBuilt()) return;
  say('Building, once for this version…');
  const build = fork(path.join(root, 'scripts', 'build.ts'), {
    execArgv: [],
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  const [code] = await once(build, 'exit');
  if (code !== 0) throw new Error(`The build failed with ${code}: what it said is above.`);
}

/** SHA-256 of all that `dist/` is built from, tests apart. */
export async function sourceHash(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of await filesUnder(path.join(root, source))) {
      if (/\.test\.tsx?$/.test(file)) continue;
      hash
        .update(path.relative(root, file))
        .update('\0')
        .update(await readFile(file));
    }
  }
  return hash.digest('hex');
}

async function filesUnder(source: string): Promise<string[]> {
  try {
    const entries = await readdir(source, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return [source];
    throw error;
  }
}
