import { useLocation } from 'react-router';
import { ButtonLink } from '../../components/button.tsx';
import { classNames } from '../../lib/class-names.ts';
import { t } from '../../lib/words.tsx';
import { usePerson } from '../identity/use-person.ts';
import { Brand } from './brand.tsx';
import { CreditBalance } from './credit-balance.tsx';
import styles from './header.module.css';
import { MobileMenu } from './mobile-menu.tsx';
import { Navigation } from './navigation.tsx';
import { UserMenu } from './user-menu.tsx';

export function Header() {
  const { status } = usePerson();
  const { pathname } = useLocation();
  const signedIn = status === 'signed-in';
  return (
    <header className={styles.header}>
      <div className={classNames('page', styles.row)}>
        <Brand />
        <Navigation as="bar" signedIn={signedIn} />
        {signedIn ? (
          <>
            <CreditBalance />
            <UserMenu />
          </>
        ) : null}
        {status === 'signed-out' && pathname !== '/sign-in-link' ? (
          <ButtonLink size="sm" to="/">
            {t('Sign In')}
          </ButtonLink>
        ) : null}
        <MobileMenu signedIn={signedIn} />
      </div>
    </header>
  );
}
