import { Suspense } from 'react';
import { NavLink } from 'react-router';
import { optionalLazy } from '../../lib/optional-lazy.ts';
import styles from './navigation.module.css';

/** Loaded after the page: on most visits the count is 0. */
export const UnreadCount = optionalLazy(() => import('../my-letters/unread/unread-count.tsx'));

interface NavigationProps {
  signedIn: boolean;
  /** `bar` in the header, `list` in the mobile menu */
  as: 'bar' | 'list';
  onFollow?: () => void;
}

/** The main links. Support is a full page load (spec section 2). */
export function Navigation({ signedIn, as, onFollow }: NavigationProps) {
  const follow = onFollow ? { onClick: onFollow } : {};
  return (
    <nav className={styles[as]} aria-label="Main">
      {signedIn && as === 'list' ? (
        <NavLink to="/" end {...follow}>
          Write a letter
        </NavLink>
      ) : null}
      <NavLink to="/mission" {...follow}>
        Our Mission
      </NavLink>
      {signedIn ? (
        <>
          <NavLink to="/my-letters" {...follow}>
            My Letters
            <Suspense>
              <UnreadCount />
            </Suspense>
          </NavLink>
          <NavLink to="/payment" end {...follow}>
            Buy Credits
          </NavLink>
        </>
      ) : null}
      <NavLink to="/support" reloadDocument {...follow}>
        Support
      </NavLink>
    </nav>
  );
}
