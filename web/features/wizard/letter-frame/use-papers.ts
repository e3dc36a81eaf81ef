import { queryOptions, useQuery } from '@tanstack/react-query';
import { fetchPart } from '../../../lib/part-missing.ts';

/**
 * The papers' code comes in a chunk of its own, with React's server renderer. Asked for once: what failed fails until the
 * page is loaded again (see `PartMissing`).
 */
export const papersQuery = queryOptions({
  queryKey: ['papers-code'],
  queryFn: () =>
    fetchPart(() => import('../../../../papers/render-paper.tsx')).then(({ renderPaper }) => ({
      renderPaper,
    })),
  gcTime: Number.POSITIVE_INFINITY,
});

/** What renders a letter on its paper, once its code has come. */
export function usePapers() {
  return useQuery(papersQuery);
}
