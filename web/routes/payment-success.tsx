import { PaymentSucceeded } from '../features/credits/payment-outcome.tsx';

/** `/payment/success?session_id=`: return address of the payment page. */
export default function PaymentSuccessPage() {
  return <PaymentSucceeded />;
}
