import { Page } from '../components/page.tsx';
import { Ledger } from '../features/ledger/ledger.tsx';

/** `/credits`: every credit that came and went. */
export default function CreditsPage() {
  return (
    <Page title="Your credits">
      <Ledger />
    </Page>
  );
}
