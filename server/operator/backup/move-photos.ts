import type { Storage } from '../../platform/storage/storage.ts';
import { Refusal } from '../cli/command.ts';
import { eachOf, putVerified, readObject, sha256Of } from './objects.ts';

export interface MovedPhotos {
  objects: number;
  bytes: number;
  /** how many of them were not there yet */
  copied: number;
}

/**
 * Copies every object from one store to another and compares each by hash, those that were there before too. What
 * is in the first stays. It may be cut off and begun again, and run once more after the product was switched over,
 * to fetch what came in between.
 * @throws {Refusal} when an object of the same key holds something else
 */
export async function movePhotos(from: Storage, to: Storage): Promise<MovedPhotos> {
  const there = new Set<string>();
  for (const prefix of ['photos/', 'inbound/']) for await (const { key } of to.list(prefix)) there.add(key);
  const moved = { objects: 0, bytes: 0, copied: 0 };
  const differing: string[] = [];
  const move = async (key: string) => {
    const content = await readObject(from, key);
    // Swept since it was listed: nothing to bring.
    if (content === null) return;
    if (!there.has(key)) {
      await putVerified(to, key, content);
      moved.copied += 1;
    } else {
      const copy = await readObject(to, key);
      if (copy === null || sha256Of(copy) !== sha256Of(content)) return void differing.push(key);
    }
    moved.objects += 1;
    moved.bytes += content.length;
  };
  for (const prefix of ['photos/', 'inbound/']) {
    await eachOf(keysOf(from, prefix), move);
  }
  if (differing.length > 0)
    throw new Refusal(
      `${differing.length} objects are in both places and differ, so the copy is not whole. The first: ${differing.sort()[0]}`,
    );
  return moved;
}

async function* keysOf(storage: Storage, prefix: string): AsyncGenerator<string> {
  for await (const { key } of storage.list(prefix)) yield key;
}
