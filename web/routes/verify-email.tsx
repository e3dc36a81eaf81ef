import { Page } from '../components/page.tsx';
import { VerifyEmail } from '../features/identity/verify-email.tsx';

/** `/verify-email?oobCode=`: where the link of the verification mail leads. */
export default function VerifyEmailPage() {
  return (
    <Page title="Verify your address">
      <VerifyEmail />
    </Page>
  );
}
