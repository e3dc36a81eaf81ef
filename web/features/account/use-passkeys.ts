import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { type Passkey, passkeyList } from '../../../shared/passkeys.ts';
import { useToast } from '../../components/toast.tsx';
import { ApiFailure, read, write } from '../../lib/api.ts';
import { loadChunk } from '../../lib/chunk-load-error.ts';
import { t } from '../../lib/words.tsx';
import { PASSKEYS_KEY } from '../identity/use-new-passkey.ts';
import { usePerson } from '../identity/use-person.ts';

/** The passkeys of this person, read again at each visit, with a function to remove one. */
export function usePasskeys() {
  const { uid } = usePerson();
  const queryClient = useQueryClient();
  const toast = useToast();
  const query = useQuery({
    queryKey: PASSKEYS_KEY,
    queryFn: () => read('/api/passkeys', passkeyList),
    gcTime: 0,
  });
  const [removing, setRemoving] = useState<string | null>(null);
  const [failure, setFailure] = useState<{ of: string; error: unknown } | null>(null);

  const remove = async ({ id, name }: Passkey) => {
    if (removing !== null) return;
    setRemoving(id);
    setFailure(null);
    try {
      await write('DELETE', `/api/passkeys/${id}`, undefined, z.undefined()).catch(orGone);
      toast({ title: t('Removed'), description: t('{device} signs nobody in any more.', { device: name }) });
      const left = (query.data ?? []).filter((other) => other.id !== id);
      queryClient.setQueryData(PASSKEYS_KEY, left);
      const { keepPasskeys } = await loadChunk(() => import('../identity/passkey-ceremony.ts'));
      await keepPasskeys(
        uid,
        left.map(({ credentialId }) => credentialId),
      );
    } catch (error) {
      console.error('Removing a passkey failed', error);
      setFailure({ of: id, error });
    } finally {
      setRemoving(null);
    }
  };

  return {
    passkeys: query.data ?? null,
    failed: query.isError,
    fetching: query.isFetching,
    retry: () => void query.refetch(),
    removing,
    failureOf: (id: string) => (failure?.of === id ? failure.error : null),
    remove,
  };
}

/** It was removed elsewhere, or by an earlier attempt whose response was lost. */
function orGone(error: unknown): void {
  if (!(error instanceof ApiFailure) || error.status !== 404) throw error;
}
