import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { listSnapshots, namesIn, OBJECTS, readObjectList, SNAPSHOTS, snapshotPath } from './backup-folder.ts';
import { MANIFEST } from './manifest.ts';

const DAY = 24 * 3_600_000;

export interface Pruned {
  snapshots: number;
  objects: number;
  bytes: number;
}

/**
 * Removes snapshots older than `days`, never the newest; then objects that no snapshot refers to, and what interrupted
 * backups left. When interrupted, the next run completes it.
 * @param folder must not be written to by a backup meanwhile
 * @throws {OperatorError} when the object list of a remaining snapshot is damaged; then nothing is removed
 */
export async function prune(folder: string, days: number, now = new Date()): Promise<Pruned> {
  const snapshots = await listSnapshots(folder);
  const oldest = new Date(now.getTime() - days * DAY).toISOString();
  const staying = snapshots.filter(
    ({ takenAt }, place) => takenAt >= oldest || place === snapshots.length - 1,
  );
  const named = new Set<string>();
  for (const snapshot of staying) {
    for (const { sha256 } of (await readObjectList(folder, snapshot)).values()) named.add(sha256);
  }

  const stays = new Set(staying.map(({ id }) => id));
  for (const id of await namesIn(path.join(folder, SNAPSHOTS))) {
    if (stays.has(id)) continue;
    // The manifest first: without it the snapshot does not count, even if the rest is not removed.
    await rm(path.join(snapshotPath(folder, id), MANIFEST), { force: true });
    await rm(snapshotPath(folder, id), { recursive: true });
  }
  return { snapshots: snapshots.length - staying.length, ...(await removeUnnamed(folder, named)) };
}

async function removeUnnamed(folder: string, named: Set<string>): Promise<Omit<Pruned, 'snapshots'>> {
  let objects = 0;
  let bytes = 0;
  for (const shelf of await namesIn(path.join(folder, OBJECTS))) {
    for (const name of await namesIn(path.join(folder, OBJECTS, shelf))) {
      if (named.has(name)) continue;
      const file = path.join(folder, OBJECTS, shelf, name);
      bytes += (await stat(file)).size;
      await rm(file);
      objects++;
    }
  }
  return { objects, bytes };
}
