import { Page } from '../components/page.tsx';
import { ResetPassword } from '../features/identity/reset-password.tsx';
import { t } from '../lib/words.tsx';

/** `/reset-password?oobCode=`: target of the link in the reset mail. */
export default function ResetPasswordPage() {
  return (
    <Page title={t('Choose a new password')}>
      <ResetPassword />
    </Page>
  );
}
