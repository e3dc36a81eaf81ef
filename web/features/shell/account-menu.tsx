import { Link } from 'react-router';
import { Button } from '../../components/button.tsx';
import { LanguageChoice } from '../../components/language-choice.tsx';
import { t } from '../../lib/words.tsx';
import { usePerson } from '../identity/use-person.ts';
import { ThemeChoice } from '../theme/theme-choice.tsx';
import styles from './account-menu.module.css';

export function AccountMenu({ onFollow }: { onFollow: () => void }) {
  const { displayName, email, signOut } = usePerson();
  return (
    <div className="stack">
      <div className={styles.who}>
        {displayName ? (
          <b className="called" dir="auto">
            {displayName}
          </b>
        ) : null}
        <span className="sm dim">{email}</span>
      </div>
      <ul className={styles.links}>
        <li>
          <Link className="line" to="/credits" onClick={onFollow}>
            {t('Your credits')}
          </Link>
        </li>
        <li>
          <Link className="line" to="/address-book" onClick={onFollow}>
            {t('Address book')}
          </Link>
        </li>
        <li>
          <Link className="line" to="/account" onClick={onFollow}>
            {displayName ? t('Account') : t('Account, and your name')}
          </Link>
        </li>
      </ul>
      <ThemeChoice />
      <LanguageChoice titled />
      <Button variant="secondary" size="sm" onClick={signOut}>
        {t('Log out')}
      </Button>
    </div>
  );
}
