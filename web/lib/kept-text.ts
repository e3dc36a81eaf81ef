type Texts = Pick<Storage, 'setItem' | 'removeItem'>;

/** What the browser did not store, for as long as the page lives. */
const unstored = new Map<string, string | null>();

/** A full or forbidden storage costs only the survival of a reload. @param text null to forget it */
export function keepText(storage: Texts, key: string, text: string | null): void {
  unstored.delete(key);
  try {
    if (text === null) storage.removeItem(key);
    else storage.setItem(key, text);
  } catch (cause) {
    console.warn(`${key} outlives no reload`, cause);
    unstored.set(key, text);
  }
}

export const keptText = (storage: Pick<Storage, 'getItem'>, key: string): string | null =>
  unstored.get(key) ?? storage.getItem(key);
