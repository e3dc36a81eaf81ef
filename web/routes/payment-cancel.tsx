export { PaymentCancelled as default } from '../features/credits/payment-outcome.tsx';
