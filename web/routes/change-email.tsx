import { Page } from '../components/page.tsx';
import { ChangeEmail } from '../features/identity/change-email.tsx';

/** `/change-email?oobCode=`: where the link that was mailed to a new address leads. */
export default function ChangeEmailPage() {
  return (
    <Page title="Change your address">
      <ChangeEmail />
    </Page>
  );
}
