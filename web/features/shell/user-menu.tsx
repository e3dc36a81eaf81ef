import { t } from '../../lib/words.tsx';
import { usePerson } from '../identity/use-person.ts';
import { AccountMenu } from './account-menu.tsx';
import { initials } from './initials.ts';
import { useDisclosure } from './use-disclosure.ts';
import styles from './user-menu.module.css';

/** A button with the person's initials, which opens the account menu. */
export function UserMenu({ onAddressBook }: { onAddressBook: () => void }) {
  const { displayName, email } = usePerson();
  const { open, toggle, close, leave, ref } = useDisclosure<HTMLDivElement>();
  return (
    <div className={styles.menu} ref={ref}>
      <button type="button" className={styles.button} aria-expanded={open} onClick={toggle}>
        {initials(displayName, email)}
        <span className="vh"> {t('Account: {name}', { name: displayName || email })}</span>
      </button>
      {open ? (
        <div className={styles.panel}>
          <AccountMenu
            onFollow={close}
            onAddressBook={() => {
              leave();
              onAddressBook();
            }}
          />
        </div>
      ) : null}
    </div>
  );
}
