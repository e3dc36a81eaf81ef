import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  listSnapshots,
  MANIFEST,
  namesIn,
  OBJECTS,
  readObjectList,
  SNAPSHOTS,
  snapshotPath,
} from './backup-folder.ts';

const DAY = 24 * 3_600_000;

export interface Pruned {
  snapshots: number;
  objects: number;
  bytes: number;
}

/**
 * Removes snapshots older than so many days, but never the newest; then content that no snapshot names any more,
 * and what backups that were cut off left. Cut off itself, it goes on the next time.
 * @param folder no backup may be written to it meanwhile
 * @throws {OperatorError} when the list of objects of a snapshot that stays is damaged: nothing is removed then
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
    // Without its manifest it doesn't count, however far the rest comes.
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
