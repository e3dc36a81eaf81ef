import { Page } from '../components/page.tsx';
import { PaymentCancelled } from '../features/credits/payment-outcome.tsx';

/** `/payment/cancel`: nothing was charged. */
export default function PaymentCancelPage() {
  return (
    <Page title="Payment Cancelled">
      <PaymentCancelled />
    </Page>
  );
}
