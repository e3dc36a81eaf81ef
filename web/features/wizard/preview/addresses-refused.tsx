import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../components/button.tsx';
import { Failure } from '../../../components/failure.tsx';
import { Notice } from '../../../components/notice.tsx';
import { n, t } from '../../../lib/words.tsx';
import { recipientKey } from '../../recipients/recipient-key.ts';
import { useLiftSuppression } from '../../recipients/suppressions.ts';
import { everybody } from '../recipients.ts';
import type { Wizard } from '../wizard-store.ts';
import type { RefusedAddresses } from './send-failure.ts';

interface AddressesRefusedProps {
  wizard: Wizard;
  refused: RefusedAddresses['refused'];
  /** the letter may be sent once more */
  onSettled: () => void;
  /** to the step where addresses are changed */
  onChange: () => void;
  className: string | undefined;
}

/** Of several people, those to whom no letter goes, and why; nothing was sent or charged to anybody. */
export function AddressesRefused({ wizard, refused, onSettled, onChange, className }: AddressesRefusedProps) {
  const { state, dispatch } = wizard;
  const [lifted, setLifted] = useState<string[]>([]);
  const notice = useRef<HTMLDivElement>(null);
  // On a phone this is far below the button that was pressed.
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'center' });
  }, []);
  const people = everybody(state);
  const remaining = refused.filter(({ email }) => !lifted.includes(email));
  const isRefused = (email: string) =>
    remaining.some((one) => recipientKey(one.email) === recipientKey(email));
  const left = people.filter(({ email }) => !isRefused(email));

  function leaveOut() {
    for (const { email } of remaining) {
      // Whoever the envelope names is one of the others first.
      dispatch({ type: 'recipient-set-aside' });
      dispatch({ type: 'other-removed', email });
    }
    dispatch({ type: 'recipients-settled' });
    onSettled();
  }

  /** The others on the list are still refused. */
  function lift(email: string) {
    if (remaining.length === 1) return onSettled();
    flushSync(() => setLifted((now) => [...now, email]));
    notice.current?.focus();
  }

  return (
    <div ref={notice} tabIndex={-1} className={className}>
      <Notice
        tone="error"
        title={t('Nothing was sent or charged')}
        actions={
          <>
            {left.length > 0 ? (
              <Button variant="secondary" size="sm" onClick={leaveOut}>
                {n(remaining.length, 'Leave this one out', 'Leave these out')}
              </Button>
            ) : null}
            <Button variant="secondary" size="sm" onClick={onChange}>
              {t('Change the addresses')}
            </Button>
          </>
        }
      >
        <ul>
          {remaining.map(({ email, code, message }) => (
            <li key={email}>
              {message}
              {code === 'ADDRESS_BOUNCED' ? <UseAgain email={email} onLifted={() => lift(email)} /> : null}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

function UseAgain({ email, onLifted }: { email: string; onLifted: () => void }) {
  const lift = useLiftSuppression(email, onLifted);
  return (
    <>
      {' '}
      <Button
        variant="quiet"
        size="sm"
        busy={lift.isPending}
        aria-label={t('Use this address again: {address}', { address: email })}
        onClick={() => lift.mutate()}
      >
        {t('Use this address again')}
      </Button>
      <Failure error={lift.error} what={t('Nothing was changed.')} />
    </>
  );
}
