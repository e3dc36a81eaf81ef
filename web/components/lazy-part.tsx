import { type ComponentType, createElement, lazy, Suspense } from 'react';

/** The code is fetched when the component is first shown; the page goes on without it. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting?: ComponentType,
  Failed: ComponentType<Props> = () => null,
): ComponentType<Props> {
  const Part = lazy(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      console.info('A part of the page could not be loaded', error);
      return { default: Failed };
    }
  });
  return function LazyPart(props: Props) {
    return <Suspense fallback={Waiting && <Waiting />}>{createElement(Part, props)}</Suspense>;
  };
}
