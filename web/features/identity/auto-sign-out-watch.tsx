import { useEffect, useState } from 'react';
import { INACTIVITY_MINUTES } from '../../../shared/limits.ts';
import { Button } from '../../components/button.tsx';
import { Sentences } from '../../components/sentences.tsx';
import styles from '../../components/strip.module.css';
import { n, t } from '../../lib/words.tsx';
import { noteInactiveSignOut, watchInactivity } from './auto-sign-out.ts';
import { usePerson } from './use-person.ts';

/**
 * After the warning was answered it stays where it is for this long, ms: any movement answers it, and a tap that began on
 * its button must not end on what lies below.
 */
const ANSWERED_FOR_MS = 3000;

/** Signs a person out after 20 minutes without activity, with a warning one minute before (spec section 9). */
export function AutoSignOutWatch() {
  const { uid, email, closeDesk } = usePerson();
  const [warning, setWarning] = useState<'shown' | 'answered' | null>(null);

  // Whoever is signed in was not signed out.
  useEffect(() => noteInactiveSignOut(null), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: restarted for another person only
  useEffect(
    () =>
      watchInactivity({
        warning: (shown) => setWarning((before) => (shown ? 'shown' : before && 'answered')),
        end: () => {
          console.info('Signed out after 20 minutes of inactivity');
          noteInactiveSignOut(email);
          closeDesk();
        },
      }),
    [uid],
  );

  useEffect(() => {
    if (warning !== 'answered') return;
    const timer = setTimeout(() => setWarning(null), ANSWERED_FOR_MS);
    return () => clearTimeout(timer);
  }, [warning]);

  // There from the start: a dialog that opens hides from assistive technology what is not a live region by then.
  return (
    <div aria-live="assertive">
      {warning ? (
        <div className={styles.strip} data-over-dialogs>
          <p>
            <Sentences>
              <b>{warning === 'shown' ? t('Still writing?') : t('You stay signed in.')}</b>
              {warning === 'shown'
                ? t('The desk closes in a minute, to keep your letters private.')
                : n(
                    INACTIVITY_MINUTES,
                    'The desk is open for another minute.',
                    'The desk is open for another {n} minutes.',
                  )}
            </Sentences>
          </p>
          <Button size="sm" onClick={() => setWarning(null)}>
            {t('Stay signed in')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
