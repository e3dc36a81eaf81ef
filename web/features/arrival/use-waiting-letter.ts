import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useToast } from '../../components/toast.tsx';
import { messageForPerson } from '../../lib/api.ts';
import { OF_LETTERS } from '../../lib/stale-queries.ts';
import { useAction } from '../../lib/use-action.ts';
import { t } from '../../lib/words.tsx';
import { useRefreshBalance } from '../identity/refresh-balance.ts';
import { visitOf } from './put-on-desk.ts';
import { changedToast, type WaitingChange, waitingChanges } from './waiting-change.ts';

/** Gives a letter another time, sends it now, or takes it back. */
export function useWaitingLetter(id: number, onDone: () => void) {
  const refreshBalance = useRefreshBalance();
  const toast = useToast();
  const navigate = useNavigate();
  const ask = useMemo(() => waitingChanges(id), [id]);
  const { run, busy, failure, forget } = useAction(
    'The letter was not changed',
    async (change: WaitingChange) => {
      try {
        const { letter, draft } = await ask(change);
        const onAct = () => draft && void navigate('/', { state: visitOf(draft) });
        toast({
          ...changedToast(change, letter, draft),
          ...(draft ? { action: { label: t('Go to it'), onAct } } : {}),
        });
        onDone();
      } finally {
        await refreshBalance(OF_LETTERS);
      }
    },
  );
  return {
    change: run,
    busy,
    /** for a person; null for none */
    failure: failure ? messageForPerson(failure, t('Nothing was changed. Please try once more.')) : null,
    forget,
  };
}
