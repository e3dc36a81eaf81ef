import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { sessionList, sessionsEnded } from '../../../shared/session.ts';
import { useToast } from '../../components/toast.tsx';
import { ApiFailure, read, write } from '../../lib/api.ts';
import { n, t } from '../../lib/words.tsx';

const key = ['sessions'];

/** The sessions of this person, read again at each visit, with functions to end them. */
export function useSessions() {
  const queryClient = useQueryClient();
  const toast = useToast();
  const query = useQuery({ queryKey: key, queryFn: () => read('/api/sessions', sessionList), gcTime: 0 });
  /** id of the session that is being ended, or 'others' */
  const [ending, setEnding] = useState<string | 'others' | null>(null);
  const [failure, setFailure] = useState<{ of: string | 'others'; error: unknown } | null>(null);

  const end = async (which: string | 'others', act: () => Promise<string>) => {
    if (ending !== null) return;
    setEnding(which);
    setFailure(null);
    try {
      toast({ title: t('Signed out'), description: await act() });
      await queryClient.invalidateQueries({ queryKey: key });
    } catch (error) {
      console.error('Ending a session failed', error);
      setFailure({ of: which, error });
    } finally {
      setEnding(null);
    }
  };

  return {
    sessions: query.data ?? null,
    failed: query.isError,
    fetching: query.isFetching,
    retry: () => void query.refetch(),
    ending,
    /** why the session of this id, or 'others', was not ended */
    failureOf: (which: string | 'others') => (failure?.of === which ? failure.error : null),
    endOne: (id: string, name: string) => end(id, () => endSession(id, name)),
    endOthers: () => end('others', endOtherSessions),
  };
}

async function endSession(id: string, name: string): Promise<string> {
  try {
    await write('DELETE', `/api/sessions/${id}`, undefined, z.undefined());
  } catch (error) {
    // It expired meanwhile, or an earlier attempt ended it and its response was lost.
    if (!(error instanceof ApiFailure) || error.status !== 404) throw error;
  }
  return t('{browser} asks for the password now.', { browser: name });
}

async function endOtherSessions(): Promise<string> {
  const { ended } = await write('DELETE', '/api/sessions', undefined, sessionsEnded);
  return n(ended, 'In one other browser.', 'In {n} other browsers.');
}
