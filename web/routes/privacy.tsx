import { Page } from '../components/page.tsx';
import { Privacy } from '../features/privacy/privacy.tsx';

/** `/privacy`: open to everyone. */
export default function PrivacyPage() {
  return (
    <Page title="Privacy">
      <Privacy />
    </Page>
  );
}
