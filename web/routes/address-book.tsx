import { Page } from '../components/page.tsx';
import { AddressBook } from '../features/recipients/address-book/address-book.tsx';
import { t } from '../lib/words.tsx';

export default function AddressBookRoute() {
  return (
    <Page title={t('Address book')}>
      <AddressBook />
    </Page>
  );
}
