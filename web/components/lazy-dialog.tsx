import { type ComponentType, createElement, lazy, Suspense } from 'react';
import { loadChunk } from '../lib/chunk-load-error.ts';
import { ChunkBoundary } from './chunk-boundary.tsx';
import { ChunkLoadFailed } from './chunk-load-failed.tsx';

/** One of the two ways in which a dialog tells that it was closed. */
interface Closing {
  onOpenChange?: (open: boolean) => void;
  onClose?: () => void;
}

/** A dialog whose code comes when it is asked for: few visits need it. */
export function lazyDialog<Props extends Closing>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const Part = lazy(() => loadChunk(load));
  return function LazyPart(props: Props) {
    const close = () => {
      props.onOpenChange?.(false);
      props.onClose?.();
    };
    return (
      <ChunkBoundary fallback={<ChunkLoadFailed onClose={close} />}>
        <Suspense>{createElement(Part, props)}</Suspense>
      </ChunkBoundary>
    );
  };
}
