import { Page } from '../components/page.tsx';
import { Ledger } from '../features/ledger/ledger.tsx';
import { t } from '../lib/words.tsx';

/** `/credits`: balance and ledger. */
export default function CreditsPage() {
  return (
    <Page title={t('Your credits')}>
      <Ledger />
    </Page>
  );
}
