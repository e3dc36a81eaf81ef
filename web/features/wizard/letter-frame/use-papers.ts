import { queryOptions, useQuery } from '@tanstack/react-query';

/** The papers' code comes in a chunk of its own, with React's server renderer. */
export const papersQuery = queryOptions({
  queryKey: ['papers-code'],
  queryFn: () => import('../../../../papers/render-paper.tsx').then(({ renderPaper }) => ({ renderPaper })),
  gcTime: Number.POSITIVE_INFINITY,
});

/** What renders a letter on its paper, once its code has come. */
export function usePapers() {
  return useQuery(papersQuery);
}
