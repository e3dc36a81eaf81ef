import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { useToast } from '../../components/toast.tsx';
import { messageForPerson } from '../../lib/api.ts';
import { useAction } from '../../lib/use-action.ts';
import { t } from '../../lib/words.tsx';
import { useRefreshBalance } from '../identity/refresh-balance.ts';
import { visitOf } from './put-on-desk.ts';
import { type Changed, changedToast, type WaitingChange, waitingChanges } from './waiting-change.ts';

/** One letter after the other; with the last that is taken back all go to the desk. */
export function useWaitingLetters(ids: readonly number[], onDone: () => void) {
  const refreshBalance = useRefreshBalance();
  const toast = useToast();
  const navigate = useNavigate();
  const asks = useRef(new Map<number, ReturnType<typeof waitingChanges>>());
  const askOf = (id: number) => {
    const ask = asks.current.get(id) ?? waitingChanges(id);
    asks.current.set(id, ask);
    return ask;
  };
  const { run, busy, failure, forget } = useAction(
    'The letter was not changed',
    async (change: WaitingChange) => {
      try {
        const changed: Changed[] = [];
        for (const id of ids) changed.push(await askOf(id)(change, id === ids.at(-1)));
        const last = changed.at(-1);
        if (!last) return;
        const { letter, draft } = last;
        const onAct = () => draft && void navigate('/', { state: visitOf(draft) });
        toast({
          ...changedToast(change, letter, draft, ids.length > 1),
          ...(draft ? { action: { label: t('Go to it'), onAct } } : {}),
        });
        onDone();
      } finally {
        await refreshBalance('waiting letter');
      }
    },
  );
  return {
    change: run,
    busy,
    /** for a person */
    failure: failure ? messageForPerson(failure, t('Nothing was changed. Please try once more.')) : null,
    forget,
  };
}
