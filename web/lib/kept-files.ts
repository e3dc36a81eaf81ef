import { DAY_MS } from '../../shared/durations.ts';
import { DRAFT_KEPT_DAYS } from '../../shared/limits.ts';

const FILES = 'files';

/** A bare file was kept by an earlier release. `keptAt`: ms since 1970 */
type Kept = File | { file: File; keptAt: number };

function inFiles<Result>(act: (files: IDBObjectStore) => IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('kept-files', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(FILES);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction(FILES, 'readwrite');
      const request = act(transaction.objectStore(FILES));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
      // Takes effect once the transaction is over.
      database.close();
    };
  });
}

/** Keeps a file in IndexedDB, to outlive the page. Every function here rejects where IndexedDB is forbidden or full. */
export const keepFile = (key: string, file: File) =>
  inFiles((files) => files.put({ file, keptAt: Date.now() } satisfies Kept, key));

const found = (key: string) => inFiles<Kept | undefined>((files) => files.get(key));

export async function keptFile(key: string): Promise<File | undefined> {
  const kept = await found(key);
  return kept instanceof File ? kept : kept?.file;
}

export const dropFile = (key: string) => inFiles((files) => files.delete(key));

/** Also drops files that were kept longer than a draft is: nobody came back for them in that time. */
export async function dropFiles(isGoing: (key: string) => boolean): Promise<void> {
  const oldest = Date.now() - DRAFT_KEPT_DAYS * DAY_MS;
  for (const key of (await inFiles((files) => files.getAllKeys())).map(String)) {
    const kept = await found(key);
    const isOld = kept && 'keptAt' in kept && kept.keptAt < oldest;
    if (isOld || isGoing(key)) await dropFile(key);
  }
}
