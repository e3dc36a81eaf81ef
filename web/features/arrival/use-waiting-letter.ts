import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useToast } from '../../components/toast.tsx';
import { messageForPerson } from '../../lib/api.ts';
import { t } from '../../lib/words.tsx';
import { useRefreshUser } from '../identity/use-user.ts';
import { visitOf } from './put-on-desk.ts';
import { changedToast, type WaitingChange, waitingChanges } from './waiting-change.ts';

/** First elements of the keys of the queries that it changes. */
const CHANGED = new Set(['/api/letters', '/api/letter-totals', '/api/correspondents', '/api/conversations']);

/** Gives a letter another time, sends it now, or takes it back. */
export function useWaitingLetter(id: number, onDone: () => void) {
  const queryClient = useQueryClient();
  const refreshUser = useRefreshUser();
  const toast = useToast();
  const navigate = useNavigate();
  const ask = useMemo(() => waitingChanges(id), [id]);
  const mutation = useMutation({
    mutationFn: ask,
    onSuccess: ({ letter, draft }, change) => {
      const onAct = () => draft && void navigate('/', { state: visitOf(draft) });
      toast({
        ...changedToast(change, letter, draft),
        ...(draft ? { action: { label: t('Go to it'), onAct } } : {}),
      });
      onDone();
    },
    onError: (cause) => console.error('The letter was not changed', cause),
    onSettled: () => {
      refreshUser().catch((cause: unknown) => console.warn('The balance could not be read again', cause));
      return queryClient.invalidateQueries({
        predicate: ({ queryKey: [path] }) => typeof path === 'string' && CHANGED.has(path),
      });
    },
  });
  return {
    change: (change: WaitingChange) => mutation.mutate(change),
    busy: mutation.isPending,
    /** for a person; null for none */
    failure: mutation.error
      ? messageForPerson(mutation.error, t('Nothing was changed. Please try once more.'))
      : null,
    forget: mutation.reset,
  };
}
