import { DAY_MS } from '../../../shared/durations.ts';
import {
  type BackupPlace,
  listFiles,
  listSnapshots,
  objectFile,
  readObjectList,
  storedName,
} from './backup-place.ts';
import { MANIFEST } from './manifest.ts';
import { objectsIn } from './objects.ts';

/** Never removes the newest. Call while no backup is written. @throws {OperatorError} when a remaining list is damaged */
export async function prune(place: BackupPlace, days: number, now = new Date()) {
  const snapshots = await listSnapshots(place);
  const oldest = new Date(now.getTime() - days * DAY_MS).toISOString();
  const staying = snapshots.filter((one) => one.takenAt >= oldest || one === snapshots.at(-1));
  const named = new Set<string>();
  for (const snapshot of staying) {
    for (const { sha256 } of (await readObjectList(snapshot)).values())
      named.add(storedName(snapshot.place, objectFile(snapshot.place, sha256)));
  }

  const stays = new Set(staying.map(({ id }) => id));
  for (const [id, files] of await listFiles(place)) {
    if (stays.has(id)) continue;
    // The manifest first: without it the snapshot does not count.
    const isManifest = ({ key }: { key: string }) => key.includes(`/${MANIFEST}`);
    for (const { key } of [...files.filter(isManifest), ...files.filter((file) => !isManifest(file))])
      await place.storage.delete(key);
  }
  await place.storage.removeUnfinished(new Date(now.getTime() - DAY_MS));
  const pruned = { snapshots: snapshots.length - staying.length, objects: 0, bytes: 0 };
  for (const [key, bytes] of await objectsIn(place)) {
    if (named.has(key)) continue;
    await place.storage.delete(key);
    pruned.objects++;
    pruned.bytes += bytes;
  }
  return pruned;
}
