import { Page } from '../components/page.tsx';
import { VerifyEmail } from '../features/identity/verify-email.tsx';
import { t } from '../lib/words.tsx';

/** `/verify-email?oobCode=`: target of the link in the verification mail. */
export default function VerifyEmailPage() {
  return (
    <Page title={t('Confirm your address')}>
      <VerifyEmail />
    </Page>
  );
}
