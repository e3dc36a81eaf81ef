import { Button } from '../../components/button.tsx';
import { NameForm } from '../identity/name-form.tsx';
import { usePerson } from '../identity/use-person.ts';
import { ThemeChoice } from '../theme/theme-choice.tsx';
import styles from './account.module.css';

/** Who is signed in, how the desk looks, and the way out. */
export function Account() {
  const { displayName, email, signOut } = usePerson();
  return (
    <div className={styles.account}>
      <div className={styles.who}>
        {displayName ? <b>{displayName}</b> : null}
        <span>{email}</span>
      </div>
      <NameForm />
      <ThemeChoice />
      <Button
        variant="line"
        size="sm"
        onClick={() => signOut().catch((error: unknown) => console.error('Signing out failed', error))}
      >
        Log out
      </Button>
    </div>
  );
}
