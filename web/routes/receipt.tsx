import { useParams } from 'react-router';
import { Page } from '../components/page.tsx';
import { Receipt } from '../features/ledger/receipt.tsx';
import { t } from '../lib/words.tsx';

export default function ReceiptPage() {
  const { id = '' } = useParams();
  return (
    <Page title={t('Receipt')}>
      <Receipt id={id} />
    </Page>
  );
}
