import { useEffect, useState } from 'react';
import { Button } from '../../components/button.tsx';
import styles from '../../components/strip.module.css';
import { noteInactiveSignOut, watchInactivity } from './auto-sign-out.ts';
import { usePerson } from './use-person.ts';

/** Signs a person out after 20 minutes without activity, with a warning one minute before (spec section 9). */
export function AutoSignOutWatch() {
  const { uid, email, signOut } = usePerson();
  const [warned, setWarned] = useState(false);

  // Whoever is signed in was not signed out.
  useEffect(() => noteInactiveSignOut(null), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: restarted for another person only
  useEffect(
    () =>
      watchInactivity({
        warning: setWarned,
        end: () => {
          console.info('Signed out after 20 minutes of inactivity');
          noteInactiveSignOut(email);
          signOut().catch((error: unknown) => console.error('Signing out failed', error));
        },
      }),
    [uid],
  );

  if (!warned) return null;
  return (
    <div className={styles.strip} role="alert" data-over-dialogs>
      <p>
        <b>Still writing?</b> The desk closes in a minute, to keep your letters private.
      </p>
      <Button size="sm">Stay signed in</Button>
    </div>
  );
}
