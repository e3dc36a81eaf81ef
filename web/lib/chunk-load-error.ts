import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/**
 * A chunk of the page's code could not be fetched: there is no connection, or a new version was deployed since the page
 * was loaded. Browsers cache a failed module for the life of the page, so only a reload helps.
 */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';
}

/** Dynamic import. @throws {ChunkLoadError} when the module can't be fetched or evaluated */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    throw new ChunkLoadError('A part of the page could not be fetched.', { cause });
  }
}

/** Suspends the component around it while it is loaded. Throws `ChunkLoadError`. */
export const lazyPage = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> => lazy(() => loadChunk(load));
