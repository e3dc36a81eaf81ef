import { queryOptions, useQuery } from '@tanstack/react-query';
import { loadChunk } from '../../../lib/chunk-load-error.ts';

/**
 * The papers' code comes in a chunk of its own, with React's server renderer. Asked for once: what failed fails until the
 * page is loaded again (see `ChunkLoadError`).
 */
export const templatesQuery = queryOptions({
  queryKey: ['papers-code'],
  queryFn: () =>
    loadChunk(() => import('../../../../templates/render-template.tsx')).then(({ renderTemplate }) => ({
      renderTemplate,
    })),
  gcTime: Number.POSITIVE_INFINITY,
});

/** What renders a letter on its paper, once its code has come. */
export function useTemplates() {
  return useQuery(templatesQuery);
}
