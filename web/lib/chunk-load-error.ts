/**
 * A part of the page's code could not be fetched: there is no connection, or the product was renewed since the page
 * was loaded. Browsers keep a module that failed for the life of the page, so only loading the page again helps.
 */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';
}

/** An import whose failure is told from one in what was imported; one while it is evaluated counts. @throws {ChunkLoadError} */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    throw new ChunkLoadError('A part of the page could not be fetched.', { cause });
  }
}
