import { useState } from 'react';
import { LETTER_COST_CREDITS } from '../../../shared/limits.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { useUser } from '../identity/use-user.ts';
import styles from './waiting-letter.module.css';
import { loadWizard } from './wizard-store.ts';

/** The finished letter of this tab, once there is a credit to send it with: where credits come from, it leads back. */
export function WaitingLetter({ uid }: { uid: string }) {
  const { credits } = useUser();
  const [{ step, recipient }] = useState(() => loadWizard(sessionStorage, uid));
  const waiting = step === 'preview' && (credits ?? 0) >= LETTER_COST_CREDITS;
  return (
    <div role="status" className={waiting ? styles.waiting : undefined}>
      {waiting ? (
        <Notice
          tone="success"
          title={`Your letter to ${recipient.name.trim()} is waiting`}
          actions={
            <ButtonLink size="sm" to="/">
              Go to Send
            </ButtonLink>
          }
        />
      ) : null}
    </div>
  );
}
