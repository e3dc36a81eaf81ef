import { usePerson } from '../identity/use-person.ts';
import { Account } from './account.tsx';
import { initials } from './initials.ts';
import { useDisclosure } from './use-disclosure.ts';
import styles from './user-menu.module.css';

/** The seal with a person's initials, which opens the account. */
export function UserMenu() {
  const { displayName, email } = usePerson();
  const { open, toggle, ref } = useDisclosure<HTMLDivElement>();
  return (
    <div className={styles.menu} ref={ref}>
      <button
        type="button"
        className={styles.seal}
        aria-expanded={open}
        aria-label={`Account: ${displayName || email} (${initials(displayName, email)})`}
        onClick={toggle}
      >
        {initials(displayName, email)}
      </button>
      {open ? (
        <div className={styles.panel}>
          <Account />
        </div>
      ) : null}
    </div>
  );
}
