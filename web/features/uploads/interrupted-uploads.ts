import { z } from 'zod';

const leftBehind = z.array(
  z.object({ id: z.string(), name: z.string(), after: z.array(z.string()), reason: z.string().nullable() }),
);
/** A file that was not uploaded when its page ended: all that is left of it is its name and its place. */
export type LeftBehind = z.infer<typeof leftBehind>[number];

/** Where an upload store notes what a reload would end, so that no page is forgotten. */
export interface LeftBehindNotes {
  read: () => LeftBehind[];
  write: (files: readonly LeftBehind[]) => void;
}

export function leftBehindNotes(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  key: string,
): LeftBehindNotes {
  return {
    read() {
      try {
        return leftBehind.parse(JSON.parse(storage.getItem(key) ?? '[]'));
      } catch (cause) {
        console.warn('What was left behind could not be read', cause);
        return [];
      }
    },
    write(files) {
      try {
        if (files.length === 0) storage.removeItem(key);
        else storage.setItem(key, JSON.stringify(files));
      } catch (cause) {
        // A full or forbidden storage costs only the survival of a reload.
        console.warn('What is under way could not be noted', cause);
      }
    },
  };
}
