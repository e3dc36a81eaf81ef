import { PaymentSucceeded } from '../features/credits/payment-outcome.tsx';

/** `/payment/success?session_id=`: where the payment page leads back to. */
export default function PaymentSuccessPage() {
  return <PaymentSucceeded />;
}
