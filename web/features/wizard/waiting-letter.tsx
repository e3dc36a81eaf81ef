import { useState } from 'react';
import { ButtonLink } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { t } from '../../lib/words.tsx';
import { missingCredits } from '../credits/missing-credits.ts';
import { useUser } from '../identity/use-user.ts';
import { namesOf, postageOf } from './recipients.ts';
import { loadWizard } from './wizard-store.ts';

/** The finished letter of this tab, where credits come from: what it lacks, and once it lacks nothing the way back. */
export function WaitingLetter({ uid }: { uid: string }) {
  const { credits } = useUser();
  const [letter] = useState(() => loadWizard(sessionStorage, uid));
  const waiting = letter.step === 'preview' && credits !== null;
  const cost = postageOf(letter);
  const enough = credits !== null && credits >= cost;
  return (
    <div role="status" className={waiting ? 'mb5' : undefined}>
      {waiting ? (
        <Notice
          tone={enough ? 'success' : 'info'}
          title={t('Your letter to {name} is waiting', { name: namesOf(letter) })}
          actions={
            enough ? (
              <ButtonLink size="sm" to="/">
                {t('Back to the letter')}
              </ButtonLink>
            ) : null
          }
        >
          {enough ? null : <p>{missingCredits(cost, credits, letter.stamp)}</p>}
        </Notice>
      ) : null}
    </div>
  );
}
