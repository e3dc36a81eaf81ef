import { Page } from '../components/page.tsx';
import { VerifyEmail } from '../features/identity/verify-email.tsx';

/** `/verify-email?oobCode=`: target of the link in the verification mail. */
export default function VerifyEmailPage() {
  return (
    <Page title="Verify your address">
      <VerifyEmail />
    </Page>
  );
}
