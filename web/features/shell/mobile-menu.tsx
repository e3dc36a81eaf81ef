import { IconButton } from '../../components/button.tsx';
import { Account } from './account.tsx';
import styles from './mobile-menu.module.css';
import { Navigation } from './navigation.tsx';
import { useDisclosure } from './use-disclosure.ts';

/** Navigation and account where there is no room for them in the header. */
export function MobileMenu({ signedIn }: { signedIn: boolean }) {
  const { open, toggle, close, ref } = useDisclosure<HTMLDivElement>();
  return (
    <div className={styles.menu} ref={ref}>
      <IconButton icon={open ? 'close' : 'menu'} label="Menu" aria-expanded={open} onClick={toggle} />
      {open ? (
        <div className={styles.panel}>
          <Navigation as="list" signedIn={signedIn} onFollow={close} />
          {signedIn ? (
            <div className={styles.account}>
              <Account />
            </div>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
