import { PaymentSucceeded } from '../features/credits/payment-outcome.tsx';
import { usePerson } from '../features/identity/use-person.ts';
import { WaitingLetter } from '../features/wizard/waiting-letter.tsx';

/** `/payment/success?session_id=`: return address of the payment page. */
export default function PaymentSuccessPage() {
  const { uid } = usePerson();
  return <PaymentSucceeded waiting={uid ? <WaitingLetter uid={uid} /> : null} />;
}
