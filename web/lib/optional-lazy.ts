import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** A lazy component that the page can do without: when its code cannot be fetched, nothing is shown. */
export function optionalLazy<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() =>
    load().catch((error: unknown) => {
      console.info('A part of the page could not be loaded', error);
      return { default: () => null };
    }),
  );
}
