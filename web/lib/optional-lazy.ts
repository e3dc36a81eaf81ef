import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** A component whose code comes later, and without which the page does when it cannot be had. */
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
