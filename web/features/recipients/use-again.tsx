import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { t } from '../../lib/words.tsx';
import { useLiftSuppression } from './suppressions.ts';

interface UseAgainProps {
  email: string;
  onLifted?: () => void;
}

/** Lifts the suppression of an address that bounced; nothing is sent to it before that. */
export function UseAgain({ email, onLifted }: UseAgainProps) {
  const lift = useLiftSuppression(email, onLifted);
  return (
    <>
      <Button size="sm" busy={lift.isPending} onClick={() => lift.mutate()}>
        {t('Use this address again')}
      </Button>
      <Failure error={lift.error} what={t('Nothing was changed.')} />
    </>
  );
}
