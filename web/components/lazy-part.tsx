import { type ComponentType, createElement, lazy, Suspense } from 'react';
import { fetchPart } from '../lib/part-missing.ts';
import { PartNotFetched } from './not-fetched.tsx';
import { PartBoundary } from './part-boundary.tsx';

/** A dialog or the like whose code comes when it is asked for: few visits need it. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const Part = lazy(() => fetchPart(load));
  return function LazyPart(props: Props) {
    return (
      <PartBoundary fallback={<PartNotFetched />}>
        <Suspense>{createElement(Part, props)}</Suspense>
      </PartBoundary>
    );
  };
}
