import { type ComponentType, createElement, lazy, Suspense } from 'react';
import { loadChunk } from '../lib/chunk-load-error.ts';
import { ChunkBoundary } from './chunk-boundary.tsx';
import { ChunkLoadFailed } from './chunk-load-failed.tsx';

/** A dialog has one of the two. */
interface Closing {
  onOpenChange?: (open: boolean) => void;
  onClose?: () => void;
}

/** A dialog whose code is fetched when it opens. */
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
