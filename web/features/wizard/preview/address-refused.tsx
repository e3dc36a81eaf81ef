import { useEffect, useRef } from 'react';
import { Button } from '../../../components/button.tsx';
import { Failure } from '../../../components/failure.tsx';
import { Notice } from '../../../components/notice.tsx';
import { t } from '../../../lib/words.tsx';
import { useLiftSuppression } from '../../recipients/suppressions.ts';
import type { RefusedAddress } from './send-failure.ts';

interface AddressRefusedProps {
  email: string;
  refused: RefusedAddress;
  onLifted: () => void;
  onChange: () => void;
  className?: string | undefined;
}

/** Why nothing is sent to this address; leads to another address and, after a bounce, lifts the suppression. */
export function AddressRefused({ email, refused, onLifted, onChange, className }: AddressRefusedProps) {
  const lift = useLiftSuppression(email, onLifted);
  const notice = useRef<HTMLDivElement>(null);
  // On a phone this is far below the button that was pressed.
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div ref={notice} className={className}>
      <Notice
        tone="error"
        title={refused.title}
        actions={
          <>
            <Button variant="secondary" size="sm" onClick={onChange}>
              {t('Change the address')}
            </Button>
            {refused.liftable ? (
              <Button variant="secondary" size="sm" busy={lift.isPending} onClick={() => lift.mutate()}>
                {t('Use this address again')}
              </Button>
            ) : null}
          </>
        }
      >
        {refused.description}
        <Failure error={lift.error} what={t('Nothing was changed.')} />
      </Notice>
    </div>
  );
}
