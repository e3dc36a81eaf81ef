const FILES = 'files';

function inFiles<Result>(act: (files: IDBObjectStore) => IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('kept-files', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(FILES);
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
export const keepFile = (key: string, file: File) => inFiles((files) => files.put(file, key));

export const keptFile = (key: string): Promise<File | undefined> => inFiles((files) => files.get(key));

export const dropFile = (key: string) => inFiles((files) => files.delete(key));

export async function dropFiles(isGoing: (key: string) => boolean): Promise<void> {
  const keys = await inFiles((files) => files.getAllKeys());
  await Promise.all(keys.map(String).filter(isGoing).map(dropFile));
}
