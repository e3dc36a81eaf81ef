import { useDisclosure } from '../../components/use-disclosure.ts';
import { t } from '../../lib/words.tsx';
import { usePerson } from '../identity/use-person.ts';
import { AccountMenu } from './account-menu.tsx';
import { initials } from './initials.ts';
import styles from './user-menu.module.css';

export function UserMenu() {
  const { displayName, email } = usePerson();
  const { open, toggle, close, ref } = useDisclosure<HTMLDivElement>();
  return (
    <div className={styles.menu} ref={ref}>
      <button type="button" className={styles.button} aria-expanded={open} onClick={toggle}>
        {initials(displayName, email)}
        <span className="vh"> {t('Account: {name}', { name: displayName || email })}</span>
      </button>
      {open ? (
        <div className={styles.panel}>
          <AccountMenu onFollow={close} />
        </div>
      ) : null}
    </div>
  );
}
