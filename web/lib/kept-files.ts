import { DAY_MS } from '../../shared/durations.ts';
import { DRAFT_KEPT_DAYS } from '../../shared/limits.ts';

const FILES = 'files';

interface KeptFile {
  key: string;
  file: File;
  /** ms since 1970 */
  keptAt: number;
}

function inFiles<Result>(act: (files: IDBObjectStore) => IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('kept-files', 2);
    opening.onupgradeneeded = ({ oldVersion }) => {
      if (oldVersion > 0) opening.result.deleteObjectStore(FILES);
      opening.result.createObjectStore(FILES, { keyPath: 'key' });
    };
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction(FILES, 'readwrite');
      const asked = act(transaction.objectStore(FILES));
      transaction.oncomplete = () => resolve(asked.result);
      transaction.onabort = () => reject(transaction.error);
      // Once the transaction is over.
      database.close();
    };
  });
}

/** In the browser's own database, so that it outlives the page. Each rejects where the browser allows none, or it is full. */
export const keepFile = (key: string, file: File) =>
  inFiles((files) => files.put({ key, file, keptAt: Date.now() } satisfies KeptFile));

export const keptFile = async (key: string): Promise<File | undefined> =>
  (await inFiles<KeptFile | undefined>((files) => files.get(key)))?.file;

export const dropFile = (key: string) => inFiles((files) => files.delete(key));

/** Those too that nobody came back for while their letter would have been kept. */
export async function dropFiles(isGoing: (key: string) => boolean): Promise<void> {
  const oldest = Date.now() - DRAFT_KEPT_DAYS * DAY_MS;
  const all = await inFiles<KeptFile[]>((files) => files.getAll());
  const going = all.filter(({ key, keptAt }) => keptAt < oldest || isGoing(key));
  await Promise.all(going.map(({ key }) => dropFile(key)));
}
