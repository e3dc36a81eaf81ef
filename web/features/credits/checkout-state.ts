import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { checkoutState } from '../../../shared/payments.ts';
import { ApiFailure, read } from '../../lib/api.ts';
import { useRefreshBalance } from '../identity/refresh-balance.ts';

/** The stream of events tells of a payment; where that is blocked, it is asked for at this interval, for this long, ms. */
const POLL_INTERVAL_MS = 15_000;
const POLL_DURATION_MS = 90_000;

export function useCheckoutState(sessionId: string | null) {
  const refreshBalance = useRefreshBalance();
  const queryClient = useQueryClient();
  const [late, setLate] = useState(false);
  const state = useQuery({
    queryKey: ['checkout', sessionId],
    queryFn: () => read(`/api/checkout/${encodeURIComponent(sessionId ?? '')}`, checkoutState),
    enabled: sessionId !== null,
    gcTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'processing' && !late ? POLL_INTERVAL_MS : false,
  });
  const status = state.data?.status;
  const waiting = status === 'processing' && !late;
  const answered = sessionId === null || !state.isPending;

  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setLate(true), POLL_DURATION_MS);
    return () => clearTimeout(timer);
  }, [waiting]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new status may have changed the balance
  useEffect(() => {
    if (answered) refreshBalance();
  }, [answered, status, refreshBalance]);

  return {
    checkout: state.data ?? null,
    /** the server could not be asked, which says nothing of the payment */
    unreachable: state.isError && !(state.error instanceof ApiFailure && state.error.status === 404),
    answered,
    waiting,
    askAgain: () => {
      setLate(false);
      return queryClient.invalidateQueries({ queryKey: ['checkout', sessionId] });
    },
    asking: state.isFetching,
  };
}
