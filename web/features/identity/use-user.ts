import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { User } from '../../../shared/users.ts';
import { localTimeZone } from '../../../templates/parts/time-zone.ts';
import { ApiFailure, read, write } from '../../lib/api.ts';
import type { Person } from './identity.ts';
import { usePerson } from './use-person.ts';

interface UserState {
  user: User | null;
  /** balance; null while it is unknown */
  credits: number | null;
  loading: boolean;
  error: Error | null;
  /** Asks for the record again. Rejects when that fails. */
  readAgain: () => Promise<User>;
}

/** Loaded on demand: the sign-in screen does not need Zod. */
const loadSchema = async () => (await import('../../../shared/users.ts')).user;

const keyOf = (uid: string) => ['user', uid] as const;

/** The user record of the signed-in person, cached; `useRefreshUser` reads it again. */
export function useUser(): UserState {
  const { uid, email, displayName, status } = usePerson();
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: keyOf(uid),
    queryFn: () => findOrCreateUser({ uid, email, displayName }),
    enabled: status === 'signed-in',
  });
  const readAgain = useCallback(async () => {
    const { data: fresh } = await refetch({ throwOnError: true });
    if (!fresh) throw new Error('Nobody is signed in');
    return fresh;
  }, [refetch]);
  return { user: data ?? null, credits: data?.credits ?? null, loading: isLoading, error, readAgain };
}

/** Reads the user record again, e.g. after credits changed. Rejects when that fails. */
export function useRefreshUser(): () => Promise<User | null> {
  const { uid } = usePerson();
  const queryClient = useQueryClient();
  return useCallback(async () => {
    if (!uid) return null;
    const fresh = await write('POST', '/api/user', { firebaseUid: uid }, await loadSchema());
    queryClient.setQueryData(keyOf(uid), fresh);
    return fresh;
  }, [uid, queryClient]);
}

/**
 * Spec section 7: read by uid; if the response is not OK, create the record. A browser in another time zone than the
 * record's tells it: the day on a letter is its writer's.
 */
async function findOrCreateUser({
  uid,
  email,
  displayName,
}: Pick<Person, 'uid' | 'email' | 'displayName'>): Promise<User> {
  const userSchema = await loadSchema();
  const tell = (told: object) => write('POST', '/api/users', { firebaseUid: uid, ...told }, userSchema);
  const timeZone = localTimeZone();
  try {
    const user = await read(`/api/users/${encodeURIComponent(uid)}`, userSchema);
    return user.timeZone === timeZone ? user : await tell({ timeZone });
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return tell({ email, displayName, timeZone });
  }
}
