import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { write } from '../../lib/api.ts';
import { findOrCreateUser, loadSchema } from './find-or-create-user.ts';
import { usePerson } from './use-person.ts';

const keyOf = (uid: string) => ['user', uid] as const;

/** The user record of the signed-in person, cached; `useRefreshUser` reads it again. Its credits are null while unknown. */
export function useUser() {
  const { uid, email, displayName, status } = usePerson();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: keyOf(uid),
    queryFn: () => findOrCreateUser(uid, email, displayName),
    enabled: status === 'signed-in',
  });
  /** Asks for the record again. Rejects when that fails. */
  const readAgain = useCallback(async () => {
    const { data: fresh } = await refetch({ throwOnError: true });
    if (!fresh) throw new Error('Nobody is signed in');
    return fresh;
  }, [refetch]);
  return { user: data ?? null, credits: data?.credits ?? null, loading: isFetching, error, readAgain };
}

/** Keeps a language with the account. Rejects when that fails. */
export function useTellLanguage(): (language: string) => Promise<void> {
  const { uid } = usePerson();
  const queryClient = useQueryClient();
  return useCallback(
    async (language) => {
      const fresh = await write('PATCH', '/api/me', { language }, await loadSchema());
      queryClient.setQueryData(keyOf(uid), fresh);
    },
    [uid, queryClient],
  );
}

/** Reads the user record again, e.g. after credits changed. A failure is only logged: the change itself is done. */
export function useRefreshUser(): () => Promise<void> {
  const { uid } = usePerson();
  const queryClient = useQueryClient();
  return useCallback(async () => {
    if (!uid) return;
    try {
      const fresh = await write('POST', '/api/user', { firebaseUid: uid }, await loadSchema());
      queryClient.setQueryData(keyOf(uid), fresh);
    } catch (cause) {
      console.warn('The user record could not be read again', cause);
    }
  }, [uid, queryClient]);
}
