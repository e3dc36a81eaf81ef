import { Page } from '../components/page.tsx';
import { ResetPassword } from '../features/identity/reset-password.tsx';

/** `/reset-password?oobCode=`: where the link of the reset mail leads. */
export default function ResetPasswordPage() {
  return (
    <Page title="Choose a new password">
      <ResetPassword />
    </Page>
  );
}
