import { useState } from 'react';
import { ButtonLink } from '../../components/button.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { classNames } from '../../lib/class-names.ts';
import { usePerson } from '../identity/use-person.ts';
import { Brand } from './brand.tsx';
import styles from './header.module.css';
import { MobileMenu } from './mobile-menu.tsx';
import { Navigation } from './navigation.tsx';
import { Purse } from './purse.tsx';
import { UserMenu } from './user-menu.tsx';

const AddressBook = lazyPart(async () => ({
  default: (await import('../address-book/address-book.tsx')).AddressBook,
}));

export function Header() {
  const { status } = usePerson();
  const signedIn = status === 'signed-in';
  const [bookOpen, setBookOpen] = useState(false);
  const openBook = () => setBookOpen(true);
  return (
    <header className={styles.header}>
      <div className={classNames('page', styles.row)}>
        <Brand />
        <Navigation as="bar" signedIn={signedIn} />
        {signedIn ? (
          <>
            <Purse />
            <UserMenu onAddressBook={openBook} />
          </>
        ) : null}
        {status === 'signed-out' ? (
          <ButtonLink size="sm" to="/">
            Sign In
          </ButtonLink>
        ) : null}
        <MobileMenu signedIn={signedIn} onAddressBook={openBook} />
      </div>
      {signedIn && bookOpen ? <AddressBook open onOpenChange={setBookOpen} /> : null}
    </header>
  );
}
