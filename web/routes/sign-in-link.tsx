import { Page } from '../components/page.tsx';
import { SignInLink } from '../features/identity/sign-in-link.tsx';
import { t } from '../lib/words.tsx';

/** `/sign-in-link?oobCode=`: target of the link that signs in. */
export default function SignInLinkPage() {
  return (
    <Page title={t('Sign in')}>
      <SignInLink />
    </Page>
  );
}
