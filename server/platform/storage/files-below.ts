import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Every file below a folder, whatever its name. Folders and files that vanish meanwhile are passed over, as is a
 * folder that isn't there.
 */
export async function* filesBelow(folder: string): AsyncGenerator<{ file: string; modifiedAt: Date }> {
  // Read whole before anything is yielded: whoever iterates may delete.
  for (const entry of (await unlessGone(readdir(folder, { withFileTypes: true }))) ?? []) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(file);
    else if (entry.isFile()) {
      const stats = await unlessGone(stat(file));
      if (stats) yield { file, modifiedAt: stats.mtime };
    }
  }
}

async function unlessGone<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
