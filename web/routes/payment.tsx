import { Page } from '../components/page.tsx';
import { CheckoutPanel } from '../features/credits/checkout-panel.tsx';

/** `/payment`: packages, coupon, and how credits work. */
export default function PaymentPage() {
  return (
    <Page title="Buy Credits">
      <CheckoutPanel />
    </Page>
  );
}
