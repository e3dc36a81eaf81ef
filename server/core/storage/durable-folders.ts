import { open } from 'node:fs/promises';
import path from 'node:path';
import { unlessMissing } from '../../../packages/files/durable-files.ts';

/** Folders after which all are forgotten. */
const REMEMBERED_MAX = 1_000;

/** A new file is only as durable as each new folder on its path, up to one whose own entry is durable already. */
export class DurableFolders {
  readonly #top: string;
  readonly #durable = new Map<string, string>();

  /** @param top the last folder that is fsynced */
  constructor(top: string) {
    this.#top = top;
  }

  async sync(start: string): Promise<string[]> {
    const fsynced: string[] = [];
    const added: [string, string][] = [];
    for (let folder = start; ; folder = path.dirname(folder)) {
      // A folder that is missing was pruned by a delete meanwhile; then what it held is gone as well.
      const identity = await unlessMissing(syncFolder(folder));
      if (identity !== null) fsynced.push(folder);
      if (identity && this.#durable.get(folder) === identity) break;
      if (identity) added.push([folder, identity]);
      if (folder === this.#top || folder === path.dirname(folder)) break;
    }
    if (this.#durable.size > REMEMBERED_MAX) this.#durable.clear();
    for (const [folder, identity] of added) this.#durable.set(folder, identity);
    return fsynced;
  }
}

/** @returns an identity that no later folder at this path has; empty where the file system keeps no time of creation */
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
