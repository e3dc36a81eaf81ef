import { useEffect, useState } from 'react';
import { useClientConfig } from '../../lib/client-config.tsx';
import { isLoadedAt } from '../../lib/loaded-page.ts';

/** Must come from Stripe's own address, in the release of the server's API version (Stripe, 'Stripe.js versioning'). */
const SCRIPT = 'https://js.stripe.com/endive/stripe.js';
/** Loading longer than this counts as failed, ms. */
const TIMEOUT_MS = 15_000;

/** The message is that of spec section 8. */
export class StripeNotLoaded extends Error {
  override name = 'StripeNotLoaded';
  override message = 'Stripe failed to load';
}

let loading: Promise<void> | null = null;

function loadStripe(): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      clearTimeout(timer);
      script.remove();
      loading = null;
      reject(new StripeNotLoaded());
    };
    const timer = setTimeout(fail, TIMEOUT_MS);
    script.src = SCRIPT;
    script.async = true;
    script.onerror = fail;
    script.onload = () => {
      clearTimeout(timer);
      resolve();
    };
    document.head.append(script);
  });
  return loading;
}

/** Where the content security policy allows the script. */
const PAYMENT = /^\/(payment|buy-credits)\/?$/;

/** @returns awaits the script; null while the page reloads, because its policy forbids the script */
export function useProviderScript(): (() => Promise<void>) | null {
  const wanted = useClientConfig().payments === 'stripe';
  const [allowed] = useState(() => !wanted || isLoadedAt(PAYMENT));
  useEffect(() => {
    if (!wanted) return;
    if (!allowed) return location.reload();
    loadStripe().catch((error: unknown) => console.warn('The payment service’s script did not load', error));
  }, [wanted, allowed]);
  if (!allowed) return null;
  return wanted ? loadStripe : async () => {};
}
