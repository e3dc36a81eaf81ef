import { useQuery } from '@tanstack/react-query';
import { suppressionLifted, suppressionList } from '../../../shared/suppressions.ts';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { useToast } from '../../components/toast.tsx';
import { write } from '../../lib/api.ts';
import { queryOf, useInvalidation } from '../../lib/queries.ts';
import { useAction } from '../../lib/use-action.ts';
import { t } from '../../lib/words.tsx';

/** Addresses to which mail bounced. Stale at once, since the list changes without anything done in this browser. */
export const useSuppressions = () =>
  useQuery({ ...queryOf('/api/suppressions', suppressionList), staleTime: 0 });

interface UseAgainProps {
  email: string;
  onLifted?: () => void;
  variant?: 'primary' | 'secondary' | 'quiet';
  /** the accessible name, where there are several such buttons */
  label?: string | undefined;
}

export function UseAgain({ email, onLifted, variant = 'primary', label }: UseAgainProps) {
  const invalidate = useInvalidation();
  const toast = useToast();
  const lift = useAction('The suppression could not be lifted', async () => {
    await write('POST', '/api/suppressions/lift', { email }, suppressionLifted);
    await invalidate('suppression');
    toast({ title: t('You can write to this address again'), description: email });
    onLifted?.();
  });
  return (
    <>
      <Button variant={variant} size="sm" busy={lift.busy} aria-label={label} onClick={() => lift.run()}>
        {t('Use this address again')}
      </Button>
      <Failure error={lift.failure} what={t('Nothing was changed.')} />
    </>
  );
}
