import { queryOptions, useQuery } from '@tanstack/react-query';
import { loadChunk } from '../../../lib/chunk-load-error.ts';

/**
 * The templates' mail components, in a chunk of their own with React's server renderer. Fetched once: after a failure
 * it fails until the page is loaded again (see `ChunkLoadError`).
 */
export const templatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: () =>
    loadChunk(() =>
      import('../../../../templates/render-template.tsx').then(({ loadTemplates }) => loadTemplates()),
    ).then((renderTemplate) => ({ renderTemplate })),
  gcTime: Number.POSITIVE_INFINITY,
});

/** What renders a letter's mail, once it is loaded. */
export function useTemplates() {
  return useQuery(templatesQuery);
}
