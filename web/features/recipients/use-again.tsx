import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { t } from '../../lib/words.tsx';
import { useLiftSuppression } from './suppressions.ts';

interface UseAgainProps {
  email: string;
  onLifted?: () => void;
  variant?: 'primary' | 'secondary' | 'quiet';
  /** what a screen reader says, where there are several */
  label?: string | undefined;
}

export function UseAgain({ email, onLifted, variant = 'primary', label }: UseAgainProps) {
  const lift = useLiftSuppression(email, onLifted);
  return (
    <>
      <Button variant={variant} size="sm" busy={lift.busy} aria-label={label} onClick={() => lift.run()}>
        {t('Use this address again')}
      </Button>
      <Failure error={lift.failure} what={t('Nothing was changed.')} />
    </>
  );
}
