import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';

const root = path.resolve(import.meta.dirname, '..');
const STAMP = path.join(root, 'dist', 'built-from');
const SOURCES = [
  'web',
  'server',
  'shared',
  'papers',
  'scripts/build.ts',
  'vite.config.ts',
  'package-lock.json',
];

/** Entries of the server: the product, the operator's commands, and the worker thread that reads replies. */
const SERVER_ENTRIES = {
  main: 'server/main.ts',
  admin: 'server/admin.ts',
  'reply-text-worker': 'server/mail/reply-text-worker.ts',
};

/** Builds web and server into `dist/`, unless what is there was built from these very sources. */
export async function buildIfNeeded(say: (line: string) => void): Promise<void> {
  const hash = await sourceHash();
  if ((await readFile(STAMP, 'utf8').catch(() => '')) === hash) return;
  say('Building, once for this version…');
  await rm(STAMP, { force: true });
  await build({ configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn' });
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      ssr: true,
      target: 'node24',
      outDir: 'dist/server',
      emptyOutDir: true,
      sourcemap: true,
      rolldownOptions: {
        input: SERVER_ENTRIES,
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  });
  await writeFile(STAMP, hash);
}

async function sourceHash(): Promise<string> {
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

if (import.meta.main) await buildIfNeeded(console.log);
