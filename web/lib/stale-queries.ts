import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** First elements of the keys of the queries that show letters and how they stand. */
export const OF_LETTERS = ['/api/letters', '/api/correspondents', '/api/letter-totals', '/api/conversations'];

/** Those that an answer of one's own changes. */
export const CHANGED_BY_REPLY = ['/api/conversations', '/api/replies'];

/** Makes queries stale by the first elements of their keys: active ones are read again now, others when they are used. */
export function useInvalidation(): (firsts: readonly string[]) => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(
    (firsts) =>
      queryClient.invalidateQueries({
        predicate: ({ queryKey: [first] }) => typeof first === 'string' && firsts.includes(first),
      }),
    [queryClient],
  );
}
