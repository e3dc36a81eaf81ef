import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Arrival } from '../../../shared/arrival.ts';
import { letter as letterSchema } from '../../../shared/letters.ts';
import { useToast } from '../../components/toast.tsx';
import { messageForPerson, write } from '../../lib/api.ts';
import { useRefreshUser } from '../identity/use-user.ts';
import { arrivalInWords } from './arrival-words.ts';

/** What can be done with a letter that waits for its day. */
export type WaitingChange = { to: Arrival } | 'now' | 'back';

/** First elements of the keys of the queries that it changes. */
const CHANGED = new Set(['/api/letters', '/api/letter-totals', '/api/correspondents', '/api/conversations']);

/** Gives a letter another time, sends it now, or takes it back. */
export function useWaitingLetter(id: number, onDone: () => void) {
  const queryClient = useQueryClient();
  const refreshUser = useRefreshUser();
  const toast = useToast();
  const mutation = useMutation({
    mutationFn: (change: WaitingChange) => {
      const path = `/api/letters/${id}/arrival`;
      if (change === 'back') return write('DELETE', path, undefined, letterSchema);
      const arrival = change === 'now' ? null : { arriveLocal: change.to.local, arriveZone: change.to.zone };
      return write('PUT', path, { arrival }, letterSchema);
    },
    onSuccess: (letter, change) => {
      toast(
        change === 'back'
          ? { title: 'You took the letter back', description: 'Its credit is yours again' }
          : change === 'now'
            ? { title: 'Your letter is on its way', description: letter.recipientEmail }
            : { title: 'Your letter waits', description: arrivalInWords(change.to) },
      );
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
      ? messageForPerson(mutation.error, 'Nothing was changed. Please try once more.')
      : null,
    forget: mutation.reset,
  };
}
