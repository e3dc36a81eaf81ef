import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Passkey, passkeyList } from '../../../shared/passkeys.ts';
import { useToast } from '../../components/toast.tsx';
import { read } from '../../lib/api.ts';
import { loadChunk } from '../../lib/chunk-load-error.ts';
import { remove } from '../../lib/remove.ts';
import { useActionOnEach } from '../../lib/use-action.ts';
import { t } from '../../lib/words.tsx';
import { usePerson } from '../identity/use-person.ts';

const KEY = ['passkeys'] as const;

export function usePasskeys() {
  const { uid } = usePerson();
  const queryClient = useQueryClient();
  const toast = useToast();
  const query = useQuery({
    queryKey: KEY,
    queryFn: () => read('/api/passkeys', passkeyList),
    gcTime: 0,
  });
  const removal = useActionOnEach('Removing a passkey failed', async (id: string, name: string) => {
    await remove(`/api/passkeys/${id}`);
    toast({ title: t('Removed'), description: t('{device} signs nobody in any more.', { device: name }) });
    // As it is by now: another may have been removed meanwhile.
    const now = queryClient.getQueryData<Passkey[]>(KEY) ?? [];
    const left = now.filter((other) => other.id !== id);
    queryClient.setQueryData(KEY, left);
    const { keepPasskeys } = await loadChunk(() => import('../identity/passkey-ceremony.ts'));
    await keepPasskeys(
      uid,
      left.map(({ credentialId }) => credentialId),
    );
  });
  return { query, removal };
}
