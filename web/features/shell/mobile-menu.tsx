import { IconButton } from '../../components/icon-button.tsx';
import { LanguageChoice } from '../../components/language-choice.tsx';
import { useDisclosure } from '../../components/use-disclosure.ts';
import { t } from '../../lib/words.tsx';
import { AccountMenu } from './account-menu.tsx';
import styles from './mobile-menu.module.css';
import { Navigation, UnreadCount } from './navigation.tsx';

/** Navigation and, on phones, the account: for windows without room for them in the header. */
export function MobileMenu({ signedIn }: { signedIn: boolean }) {
  const { open, toggle, close, ref } = useDisclosure<HTMLDivElement>();
  return (
    <div className={styles.menu} ref={ref}>
      <IconButton
        icon={open ? 'close' : 'menu'}
        label={t('Menu')}
        badge={
          signedIn && !open ? (
            <span className={styles.unread}>
              <UnreadCount />
            </span>
          ) : null
        }
        className={styles.button}
        aria-expanded={open}
        onClick={toggle}
      />
      {open ? (
        <div className={styles.panel}>
          <Navigation as="list" signedIn={signedIn} onFollow={close} />
          {signedIn ? (
            <div className={styles.account}>
              <AccountMenu onFollow={close} />
            </div>
          ) : (
            <LanguageChoice titled className="mt4" />
          )}
        </div>
      ) : null}
    </div>
  );
}
