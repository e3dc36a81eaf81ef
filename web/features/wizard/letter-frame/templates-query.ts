import { queryOptions } from '@tanstack/react-query';
import { loadChunk } from '../../../lib/chunk-load-error.ts';

/** In a chunk of their own. After a failure it fails until the page is loaded again (see `ChunkLoadError`). */
export const templatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: () =>
    loadChunk(() =>
      import('../../../../templates/render-template.tsx').then(({ loadTemplates }) => loadTemplates()),
    ).then((renderTemplate) => ({ renderTemplate })),
  gcTime: Number.POSITIVE_INFINITY,
});
