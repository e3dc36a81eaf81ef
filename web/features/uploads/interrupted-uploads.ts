import { z } from 'zod';
import { readJson } from '../../../shared/read-json.ts';

const interruptedUploads = z.array(
  z.object({ id: z.string(), name: z.string(), after: z.array(z.string()), reason: z.string().nullable() }),
);
/** A file that was not uploaded yet when the page was reloaded: only its name and its place are known. */
export type InterruptedUpload = z.infer<typeof interruptedUploads>[number];

export function interruptedUploadsIn(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  key: string,
) {
  return {
    read: () => readJson(storage.getItem(key), interruptedUploads) ?? [],
    write(files: readonly InterruptedUpload[]) {
      try {
        if (files.length === 0) storage.removeItem(key);
        else storage.setItem(key, JSON.stringify(files));
      } catch (cause) {
        // A full or forbidden storage costs only the survival of a reload.
        console.warn('The uploads under way could not be recorded', cause);
      }
    },
  };
}
