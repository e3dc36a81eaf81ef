import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { RefusedAddress } from '../../../../shared/errors.ts';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { n, t } from '../../../lib/words.tsx';
import { recipientKey } from '../../recipients/recipient-key.ts';
import { UseAgain } from '../../recipients/use-again.tsx';
import { everybody } from '../recipients.ts';
import type { Wizard } from '../wizard-store.ts';
import type { RefusedAddresses } from './send-failure.ts';

interface AddressesRefusedProps {
  wizard: Wizard;
  refusal: RefusedAddresses;
  /** the letter may be sent once more */
  onSettled: () => void;
  onChange: () => void;
  className?: string | undefined;
}

/** Names those to whom no letter goes, and why; nothing was sent or charged. A bounced address can be used again. */
export function AddressesRefused({ wizard, refusal, onSettled, onChange, className }: AddressesRefusedProps) {
  const { state, dispatch } = wizard;
  const [lifted, setLifted] = useState<string[]>([]);
  const notice = useRef<HTMLDivElement>(null);
  // On a phone this is far below the button that was pressed.
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'center' });
  }, []);
  const people = everybody(state);
  const several = people.length > 1;
  const remaining = refusal.refused.filter(({ email }) => !lifted.includes(email));
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

  function lift(email: string) {
    if (remaining.length === 1) return onSettled();
    flushSync(() => setLifted((now) => [...now, email]));
    notice.current?.focus();
  }

  const again = ({ email, code }: RefusedAddress) =>
    code === 'ADDRESS_BOUNCED' ? (
      <UseAgain
        key={email}
        email={email}
        variant={several ? 'quiet' : 'secondary'}
        label={several ? t('Use this address again: {address}', { address: email }) : undefined}
        onLifted={() => lift(email)}
      />
    ) : null;

  return (
    <div ref={notice} tabIndex={-1} className={className}>
      <Notice
        tone="error"
        title={refusal.title}
        actions={
          <>
            {left.length > 0 ? (
              <Button variant="secondary" size="sm" onClick={leaveOut}>
                {n(remaining.length, 'Leave this one out', 'Leave these out')}
              </Button>
            ) : null}
            <Button variant="secondary" size="sm" onClick={onChange}>
              {several ? t('Change the addresses') : t('Change the address')}
            </Button>
            {several ? null : remaining.map(again)}
          </>
        }
      >
        {several ? (
          <ul>
            {remaining.map((one) => (
              <li key={one.email}>
                {one.message} {again(one)}
              </li>
            ))}
          </ul>
        ) : (
          remaining.map(({ message }) => message)
        )}
      </Notice>
    </div>
  );
}
