import { Page } from '../components/page.tsx';
import { Privacy } from '../features/privacy/privacy.tsx';
import { t } from '../lib/words.tsx';

/** `/privacy`: public. */
export default function PrivacyPage() {
  return (
    <Page title={t('Privacy')}>
      <Privacy />
    </Page>
  );
}
