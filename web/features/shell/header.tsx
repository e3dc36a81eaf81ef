import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ButtonLink } from '../../components/button.tsx';
import { lazyDialog } from '../../components/lazy-dialog.tsx';
import { classNames } from '../../lib/class-names.ts';
import { t } from '../../lib/words.tsx';
import { usePerson } from '../identity/use-person.ts';
import { Brand } from './brand.tsx';
import { CreditBalance } from './credit-balance.tsx';
import styles from './header.module.css';
import { MobileMenu } from './mobile-menu.tsx';
import { Navigation } from './navigation.tsx';
import { UserMenu } from './user-menu.tsx';

const AddressBook = lazyDialog(
  async () => (await import('../recipients/address-book/address-book.tsx')).AddressBook,
);

export function Header() {
  const { status } = usePerson();
  const signedIn = status === 'signed-in';
  const [bookOpen, setBookOpen] = useState(false);
  const navigate = useNavigate();
  const openBook = () => setBookOpen(true);
  return (
    <header className={styles.header}>
      <div className={classNames('page', styles.row)}>
        <Brand />
        <Navigation as="bar" signedIn={signedIn} />
        {signedIn ? (
          <>
            <CreditBalance />
            <UserMenu onAddressBook={openBook} />
          </>
        ) : null}
        {status === 'signed-out' ? (
          <ButtonLink size="sm" to="/">
            {t('Sign In')}
          </ButtonLink>
        ) : null}
        <MobileMenu signedIn={signedIn} onAddressBook={openBook} />
      </div>
      {signedIn && bookOpen ? (
        <AddressBook
          onClose={() => setBookOpen(false)}
          onChoose={(chosen) => {
            setBookOpen(false);
            navigate('/', { state: { writeTo: chosen } });
          }}
        />
      ) : null}
    </header>
  );
}
