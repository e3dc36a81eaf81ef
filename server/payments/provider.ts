declare module '../platform/services.ts' {
  interface Services {
    payments: PaymentProvider;
  }
}

/** What we ask a provider to collect. */
export interface Order {
  /** id of our checkout: the provider's client reference and our idempotency key */
  checkoutId: string;
  userId: number;
  packageId: string;
  /** what the person reads on the provider's page */
  description: string;
  /** cents */
  amount: number;
  currency: string;
  /** a verified address to fill in; null when there is none */
  email: string | null;
  couponCode: string | null;
  expiresAt: Date;
}

/** The provider's own account of a checkout session. */
export interface ProviderSession {
  sessionId: string;
  /** our checkout, when it carries one */
  checkoutId: string | null;
  /**
   * `open` may be paid · `processing` confirmed, the money is on its way · `paid` the money is there · `failed`
   * confirmed, but the money did not come · `expired` can't be paid any more
   */
  state: 'open' | 'processing' | 'paid' | 'failed' | 'expired';
  /** cents */
  amount: number;
  currency: string;
  paymentId: string | null;
}

/** The provider's own account of a payment after it was made. Amounts in cents. */
export interface ProviderPayment {
  paymentId: string;
  checkoutId: string | null;
  refunded: number;
  /** disputes that are not won: the bank holds or has this money */
  disputed: number;
}

/** A webhook event after its signature was checked. Only its id, type and subject count: the rest is fetched. */
export interface PaymentEvent {
  id: string;
  type: string;
  objectId: string;
  occurredAt: Date;
}

/** The outside world of money. Amounts in cents. Every call but `readEvent` may throw `ProviderDown`. */
export interface PaymentProvider {
  readonly kind: 'none' | 'sandbox' | 'stripe';
  /** false where no money moves */
  readonly livemode: boolean;
  /** one line for the start */
  readonly description: string;
  /** the same order again gives the same session */
  createSession(order: Order): Promise<{ sessionId: string; url: string }>;
  /** null when the provider knows no such session */
  fetchSession(sessionId: string): Promise<ProviderSession | null>;
  /** ends a session if it can still be ended; answers what is true afterwards */
  expireSession(sessionId: string): Promise<ProviderSession | null>;
  /** the session that a payment came from */
  findSessionOfPayment(paymentId: string): Promise<ProviderSession | null>;
  /** a payment by its own id, or by that of a charge or dispute on it */
  fetchPayment(objectId: string): Promise<ProviderPayment | null>;
  /** @param alreadyRefunded cents so far: the same refund, asked for again, is made once */
  refund(paymentId: string, amount: number, alreadyRefunded: number): Promise<void>;
  /** every session that was created since, and every payment that was refunded or disputed since */
  listSessions(since: Date): AsyncIterable<ProviderSession>;
  listRefundedPayments(since: Date): AsyncIterable<string>;
  /** @throws {BadSignature} for anything that is not the provider's, or is too old */
  readEvent(body: Buffer, signature: string | undefined): PaymentEvent;
}

/** The provider did not answer, or refused in a way that is ours to mend. Trying again may help. */
export class ProviderDown extends Error {
  override name = 'ProviderDown';
}

export class BadSignature extends Error {
  override name = 'BadSignature';
}
