import { Page } from '../components/page.tsx';
import { Ledger } from '../features/ledger/ledger.tsx';

/** `/credits`: balance and ledger. */
export default function CreditsPage() {
  return (
    <Page title="Your credits">
      <Ledger />
    </Page>
  );
}
