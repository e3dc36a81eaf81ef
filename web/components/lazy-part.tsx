import { type ComponentType, createElement, lazy, Suspense } from 'react';
import { fetchPart } from '../lib/part-missing.ts';
import { PartNotFetched } from './not-fetched.tsx';
import { PartBoundary } from './part-boundary.tsx';

/** One of the two ways in which a dialog tells that it was closed. */
interface Closing {
  onOpenChange?: (open: boolean) => void;
  onClose?: () => void;
}

/** A dialog whose code comes when it is asked for: few visits need it. */
export function lazyPart<Props extends Closing>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const Part = lazy(() => fetchPart(load));
  return function LazyPart(props: Props) {
    const close = () => {
      props.onOpenChange?.(false);
      props.onClose?.();
    };
    return (
      <PartBoundary fallback={<PartNotFetched onClose={close} />}>
        <Suspense>{createElement(Part, props)}</Suspense>
      </PartBoundary>
    );
  };
}
