import { useQuery } from '@tanstack/react-query';
import { sessionList, sessionsEnded } from '../../../shared/session.ts';
import { useToast } from '../../components/toast.tsx';
import { read, write } from '../../lib/api.ts';
import { remove } from '../../lib/remove.ts';
import { useActionOnEach } from '../../lib/use-action.ts';
import { n, t } from '../../lib/words.tsx';

export function useSessions() {
  const toast = useToast();
  const query = useQuery({
    queryKey: ['sessions'],
    queryFn: () => read('/api/sessions', sessionList),
    gcTime: 0,
  });
  const { run, isBusy, failureOf } = useActionOnEach(
    'Ending a session failed',
    async (_idOrOthers: string, end: () => Promise<string>) => {
      toast({ title: t('Signed out'), description: await end() });
      await query.refetch();
    },
  );
  return {
    query,
    isEnding: isBusy,
    failureOf,
    endOne: (id: string, name: string) =>
      run(id, async () => {
        await remove(`/api/sessions/${id}`);
        return t('{browser} asks for the password now.', { browser: name });
      }),
    endOthers: () =>
      run('others', async () => {
        const { ended } = await write('DELETE', '/api/sessions', undefined, sessionsEnded);
        return n(ended, 'In one other browser.', 'In {n} other browsers.');
      }),
  };
}
