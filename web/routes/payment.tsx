import { Page } from '../components/page.tsx';
import { CheckoutPanel } from '../features/credits/checkout-panel.tsx';
import { usePerson } from '../features/identity/use-person.ts';
import { WaitingLetter } from '../features/wizard/waiting-letter.tsx';
import { t } from '../lib/words.tsx';

export default function PaymentPage() {
  const { uid } = usePerson();
  return (
    <Page title={t('Buy Credits')}>
      {uid ? <WaitingLetter uid={uid} /> : null}
      <CheckoutPanel />
    </Page>
  );
}
