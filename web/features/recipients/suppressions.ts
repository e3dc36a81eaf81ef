import { useQuery } from '@tanstack/react-query';
import { suppressionLifted, suppressionList } from '../../../shared/suppressions.ts';
import { useToast } from '../../components/toast.tsx';
import { read, write } from '../../lib/api.ts';
import { useInvalidation } from '../../lib/queries.ts';
import { useAction } from '../../lib/use-action.ts';
import { t } from '../../lib/words.tsx';
import { recipientKey } from './recipient-key.ts';

const suppressionsKey = ['/api/suppressions'] as const;

/** Mail to these addresses bounced. Errors: `ApiFailure`. */
export function useSuppressions() {
  return useQuery({
    queryKey: suppressionsKey,
    queryFn: () => read('/api/suppressions', suppressionList),
    // A bounce arrives without this browser doing anything.
    staleTime: 0,
  });
}

export function useLiftSuppression(email: string, onLifted?: () => void) {
  const invalidate = useInvalidation();
  const toast = useToast();
  return useAction('The suppression could not be lifted', async () => {
    const path = `/api/suppressions/${encodeURIComponent(recipientKey(email))}`;
    await write('DELETE', path, undefined, suppressionLifted);
    await invalidate('suppression');
    toast({ title: t('You can write to this address again'), description: email });
    onLifted?.();
  });
}
