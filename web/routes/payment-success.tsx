import { Page } from '../components/page.tsx';
import { PaymentSucceeded } from '../features/credits/payment-outcome.tsx';

/** `/payment/success?session_id=`: where the payment page leads back to. */
export default function PaymentSuccessPage() {
  return (
    <Page title="Payment Successful">
      <PaymentSucceeded />
    </Page>
  );
}
