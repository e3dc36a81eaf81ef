import { Page } from '../components/page.tsx';
import { PaymentCancelled } from '../features/credits/payment-outcome.tsx';
import { t } from '../lib/words.tsx';

/** `/payment/cancel`: nothing was charged. */
export default function PaymentCancelPage() {
  return (
    <Page title={t('Payment Cancelled')}>
      <PaymentCancelled />
    </Page>
  );
}
