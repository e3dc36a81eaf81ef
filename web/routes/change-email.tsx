import { Page } from '../components/page.tsx';
import { ChangeEmail } from '../features/identity/change-email.tsx';
import { t } from '../lib/words.tsx';

/** `/change-email?oobCode=`: target of the link mailed to a new address. */
export default function ChangeEmailPage() {
  return (
    <Page title={t('Change your address')}>
      <ChangeEmail />
    </Page>
  );
}
