import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type CheckoutState, checkoutState } from '../../../shared/payments.ts';
import { read } from '../../lib/api.ts';
import { useRefreshUser } from '../identity/use-user.ts';

/** A payment that is on its way is asked about this often, and for this long, ms. */
const ASK_EVERY_MS = 2500;
const PATIENCE_MS = 90_000;

/** What came of a checkout, by the id that the payment page led back with; the balance is read anew with it. */
export function useCheckoutState(sessionId: string | null) {
  const refreshUser = useRefreshUser();
  const queryClient = useQueryClient();
  /** it has been on its way for longer than anybody likes to watch */
  const [late, setLate] = useState(false);
  const state = useQuery({
    queryKey: ['checkout', sessionId],
    queryFn: () => read(`/api/checkout/${encodeURIComponent(sessionId ?? '')}`, checkoutState),
    enabled: sessionId !== null,
    gcTime: 0,
    refetchInterval: ({ state: { data } }) => (onItsWay(data) && !late ? ASK_EVERY_MS : false),
  });
  const waiting = onItsWay(state.data) && !late;
  const status = state.data?.status;
  const answered = sessionId === null || !state.isPending;

  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [waiting]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each new state of it the balance may be another
  useEffect(() => {
    if (!answered) return;
    refreshUser().catch((error: unknown) => console.warn('The balance could not be read again', error));
  }, [answered, status, refreshUser]);

  return {
    checkout: state.data ?? null,
    answered,
    waiting,
    askAgain: () => {
      setLate(false);
      return queryClient.invalidateQueries({ queryKey: ['checkout', sessionId] });
    },
    asking: state.isFetching,
  };
}

function onItsWay(checkout: CheckoutState | undefined): boolean {
  return checkout?.status === 'processing';
}
