import { Page } from '../components/page.tsx';
import { Privacy } from '../features/privacy/privacy.tsx';

/** `/privacy`: public. */
export default function PrivacyPage() {
  return (
    <Page title="Privacy">
      <Privacy />
    </Page>
  );
}
