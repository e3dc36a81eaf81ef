import { Link } from 'react-router';
import { Button } from '../../components/button.tsx';
import { LanguageChoice } from '../../components/language-choice.tsx';
import { t } from '../../lib/words.tsx';
import { usePerson } from '../identity/use-person.ts';
import { ThemeChoice } from '../theme/theme-choice.tsx';
import styles from './account-menu.module.css';

export function AccountMenu({ onFollow }: { onFollow: () => void }) {
  const { displayName, email, signOut } = usePerson();
  const links = [
    ['/credits', t('Your credits')],
    ['/address-book', t('Address book')],
    ['/account', displayName ? t('Account') : t('Account, and your name')],
  ] as const;
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
        {links.map(([to, name]) => (
          <li key={to}>
            <Link className="line" to={to} onClick={onFollow}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
      <ThemeChoice />
      <LanguageChoice titled />
      <Button variant="secondary" size="sm" onClick={signOut}>
        {t('Log out')}
      </Button>
    </div>
  );
}
