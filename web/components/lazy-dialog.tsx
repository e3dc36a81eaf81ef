import type { ComponentType } from 'react';
import { ChunkLoadFailed } from './chunk-load-failed.tsx';
import { lazyPart } from './lazy-part.tsx';

export const lazyDialog = <Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> => lazyPart(load, undefined, ChunkLoadFailed);
