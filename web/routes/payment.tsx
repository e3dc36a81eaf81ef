import { Page } from '../components/page.tsx';
import { PaymentCounter } from '../features/credits/payment-counter.tsx';

/** `/payment`: packages, coupon, and how credits work. */
export default function PaymentPage() {
  return (
    <Page title="Buy Credits">
      <PaymentCounter />
    </Page>
  );
}
