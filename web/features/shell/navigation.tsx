import { NavLink } from 'react-router';
import { lazyPart } from '../../components/lazy-part.tsx';
import { t } from '../../lib/words.tsx';
import styles from './navigation.module.css';

/** Loaded after the page: on most visits the count is 0. */
export const UnreadCount = lazyPart(
  async () => (await import('../my-letters/unread/unread-count.tsx')).default,
);

interface NavigationProps {
  signedIn: boolean;
  as: 'bar' | 'list';
  onFollow?: () => void;
}

/** The main links. Support is a full page load (spec section 2). */
export function Navigation({ signedIn, as, onFollow }: NavigationProps) {
  return (
    <nav className={styles[as]} aria-label={t('Main')}>
      {signedIn ? (
        <>
          <NavLink to="/" end onClick={onFollow}>
            {t('Write a letter')}
          </NavLink>
          <NavLink to="/my-letters" onClick={onFollow}>
            {t('My Letters')}
            <UnreadCount />
          </NavLink>
          <NavLink to="/payment" end onClick={onFollow}>
            {t('Buy Credits')}
          </NavLink>
        </>
      ) : null}
      <NavLink to="/mission" onClick={onFollow}>
        {t('Our Mission')}
      </NavLink>
      <NavLink to="/support" reloadDocument onClick={onFollow}>
        {t('Support')}
      </NavLink>
    </nav>
  );
}
