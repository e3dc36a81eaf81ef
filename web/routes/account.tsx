import { Page } from '../components/page.tsx';
import { AccountPage } from '../features/account/account-page.tsx';

/** `/account`: who one is here, and where one is signed in. */
export default function AccountRoute() {
  return (
    <Page title="Your account">
      <AccountPage />
    </Page>
  );
}
