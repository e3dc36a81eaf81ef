import { Link } from 'react-router';
import { Button } from '../../components/button.tsx';
import { usePerson } from '../identity/use-person.ts';
import { ThemeChoice } from '../theme/theme-choice.tsx';
import styles from './account.module.css';

interface AccountProps {
  /** a link in it was followed */
  onFollow: () => void;
  onAddressBook: () => void;
}

/** Who is signed in, what is theirs, how the desk looks, and the way out. */
export function Account({ onFollow, onAddressBook }: AccountProps) {
  const { displayName, email, signOut } = usePerson();
  return (
    <div className={styles.account}>
      <div className={styles.who}>
        {displayName ? <b dir="auto">{displayName}</b> : null}
        <span>{email}</span>
      </div>
      <ul className={styles.links}>
        <li>
          <Link to="/credits" onClick={onFollow}>
            Your credits
          </Link>
        </li>
        <li>
          <button type="button" aria-haspopup="dialog" onClick={onAddressBook}>
            Address book
          </button>
        </li>
        <li>
          <Link to="/account" onClick={onFollow}>
            {displayName ? 'Account' : 'Account, and your name'}
          </Link>
        </li>
      </ul>
      <ThemeChoice />
      <Button
        variant="secondary"
        size="sm"
        onClick={() => signOut().catch((error: unknown) => console.error('Signing out failed', error))}
      >
        Log out
      </Button>
    </div>
  );
}
