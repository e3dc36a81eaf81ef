import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { checkoutState } from '../../../shared/payments.ts';
import { read } from '../../lib/api.ts';
import { useRefreshUser } from '../identity/use-user.ts';

/** What came of a checkout, by the id that the payment page led back with; the balance is read anew with it. */
export function useCheckoutState(sessionId: string | null) {
  const refreshUser = useRefreshUser();
  const queryClient = useQueryClient();
  const state = useQuery({
    queryKey: ['checkout', sessionId],
    queryFn: () => read(`/api/checkout/${encodeURIComponent(sessionId ?? '')}`, checkoutState),
    enabled: sessionId !== null,
    gcTime: 0,
  });
  const answered = sessionId === null || !state.isPending;

  useEffect(() => {
    if (!answered) return;
    refreshUser().catch((error: unknown) => console.warn('The balance could not be read again', error));
  }, [answered, refreshUser]);

  return {
    checkout: state.data ?? null,
    answered,
    askAgain: () => queryClient.invalidateQueries({ queryKey: ['checkout', sessionId] }),
    asking: state.isFetching,
  };
}
