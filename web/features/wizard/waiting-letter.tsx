import { useState } from 'react';
import { LETTER_COST_CREDITS } from '../../../shared/limits.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { t } from '../../lib/words.tsx';
import { useUser } from '../identity/use-user.ts';
import { everybody, namesOf } from './recipients.ts';
import styles from './waiting-letter.module.css';
import { loadWizard } from './wizard-store.ts';

/** The finished letter of this tab, once there are credits for all who get it: where credits come from, it leads back. */
export function WaitingLetter({ uid }: { uid: string }) {
  const { credits } = useUser();
  const [letter] = useState(() => loadWizard(sessionStorage, uid));
  const cost = everybody(letter).length * LETTER_COST_CREDITS;
  const waiting = letter.step === 'preview' && (credits ?? 0) >= cost;
  return (
    <div role="status" className={waiting ? styles.waiting : undefined}>
      {waiting ? (
        <Notice
          tone="success"
          title={t('Your letter to {name} is waiting', { name: namesOf(letter) })}
          actions={
            <ButtonLink size="sm" to="/">
              {t('Go to Send')}
            </ButtonLink>
          }
        />
      ) : null}
    </div>
  );
}
