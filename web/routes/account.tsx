import { Page } from '../components/page.tsx';
import { AccountPage } from '../features/account/account-page.tsx';

/** `/account`: name, address, password, sessions and data. */
export default function AccountRoute() {
  return (
    <Page title="Your account">
      <AccountPage />
    </Page>
  );
}
