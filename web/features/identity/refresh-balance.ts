import { useCallback } from 'react';
import { useInvalidation } from '../../lib/stale-queries.ts';
import { useRefreshUser } from './use-user.ts';

/** After something was charged or given back: reads the balance again, and queries by the first elements of their keys. */
export function useRefreshBalance(): (stale?: readonly string[]) => Promise<void> {
  const refreshUser = useRefreshUser();
  const invalidate = useInvalidation();
  return useCallback(
    (stale = []) => {
      refreshUser().catch((cause: unknown) => console.warn('The balance could not be read again', cause));
      return invalidate(stale);
    },
    [refreshUser, invalidate],
  );
}
