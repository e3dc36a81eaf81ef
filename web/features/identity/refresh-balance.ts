import { useCallback } from 'react';
import { type Change, useInvalidation } from '../../lib/queries.ts';
import { useRefreshUser } from './use-user.ts';

/** After something was charged or given back: reads the balance again, and what else the change makes stale. */
export function useRefreshBalance(): (change?: Change) => Promise<void> {
  const refreshUser = useRefreshUser();
  const invalidate = useInvalidation();
  return useCallback(
    (change) => {
      void refreshUser();
      return change ? invalidate(change) : Promise.resolve();
    },
    [refreshUser, invalidate],
  );
}
