import { ApiFailure, write } from './api.ts';

/** Deletes. 404 is no failure: it was deleted elsewhere, or by an earlier attempt whose response was lost. */
export async function remove(path: string): Promise<void> {
  try {
    await write('DELETE', path, undefined, { parse: () => undefined });
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 404) throw error;
  }
}
