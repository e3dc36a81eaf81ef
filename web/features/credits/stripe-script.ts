/** Stripe’s script of the release that the server’s API version is of, always from their own address (Stripe, ‘Stripe.js versioning’). */
const SCRIPT = 'https://js.stripe.com/endive/stripe.js';
/** A line that hangs counts as one that fails, ms. */
const PATIENCE_MS = 15_000;

/** The payment provider's script did not come; its message is the one of spec section 8. */
export class StripeNotLoaded extends Error {
  override name = 'StripeNotLoaded';

  constructor() {
    super('Stripe failed to load');
  }
}

let loading: Promise<void> | null = null;

/**
 * Loads the payment provider's script, once; after a failure the next call tries anew.
 * @throws {StripeNotLoaded}
 */
export function loadStripe(): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      clearTimeout(timer);
      script.remove();
      loading = null;
      reject(new StripeNotLoaded());
    };
    const timer = setTimeout(fail, PATIENCE_MS);
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

/**
 * Whether the document was loaded as the payment page. The policy that came with any other one refuses the
 * script; a step within the app doesn't change it.
 */
export function isPaymentDocument(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return !loaded || /^\/(payment|buy-credits)\/?$/.test(new URL(loaded.name).pathname);
}
