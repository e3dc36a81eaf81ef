import { open } from 'node:fs/promises';
import path from 'node:path';
import { unlessMissing } from '../../../packages/files/durable-files.ts';

/** Then all are forgotten. */
const REMEMBERED_MAX = 1_000;

/** A new file is only as durable as each new folder on its path. One that was fsynced before is passed over. */
export class DurableFolders {
  readonly #top: string;
  readonly #placed = new Map<string, string>();

  /** @param top the last folder that is fsynced */
  constructor(top: string) {
    this.#top = top;
  }

  async sync(start: string): Promise<string[]> {
    const fsynced: string[] = [];
    const placed: [string, string][] = [];
    for (let folder = start; ; folder = path.dirname(folder)) {
      // A folder that is missing was pruned by a delete meanwhile; then what it held is gone as well.
      const identity = await unlessMissing(syncFolder(folder));
      if (identity !== null) fsynced.push(folder);
      if (identity && this.#placed.get(folder) === identity) break;
      if (identity) placed.push([folder, identity]);
      if (folder === this.#top || folder === path.dirname(folder)) break;
    }
    if (this.#placed.size > REMEMBERED_MAX) this.#placed.clear();
    for (const [folder, identity] of placed) this.#placed.set(folder, identity);
    return fsynced;
  }
}

/** @returns what no folder made later at this path has; empty where the file system does not tell when one was made */
async function syncFolder(folder: string): Promise<string> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
    const { dev, ino, birthtimeNs } = await handle.stat({ bigint: true });
    return birthtimeNs > 0n ? `${dev} ${ino} ${birthtimeNs}` : '';
  } finally {
    await handle.close();
  }
}
