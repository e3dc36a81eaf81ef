import { useEffect, useState } from 'react';
import { useClientConfig } from '../../lib/client-config.tsx';
import { isPaymentDocument, loadStripe } from './stripe-script.ts';

const none = async () => {};

/**
 * The payment provider's script, where there is one and on the payment page alone: asked for as the page opens,
 * waited for when somebody buys.
 * @returns null while the page is loaded anew, because the policy of its document doesn't allow the script
 */
export function useProviderScript(): (() => Promise<void>) | null {
  const wanted = useClientConfig().payments === 'stripe';
  const [allowed] = useState(() => !wanted || isPaymentDocument());
  useEffect(() => {
    if (!wanted) return;
    if (!allowed) return location.reload();
    loadStripe().catch((error: unknown) => console.warn('The payment service’s script did not load', error));
  }, [wanted, allowed]);
  if (!allowed) return null;
  return wanted ? loadStripe : none;
}
