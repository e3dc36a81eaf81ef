import type { IdentityServices } from '../../people/identity/identity-provider.ts';

export interface MoneyServices extends IdentityServices {
  payments: PaymentProvider;
}

/** What a provider is asked to collect. */
export interface Order {
  /** id of our checkout: the provider's client reference and our idempotency key */
  checkoutId: string;
  userId: number;
  packageId: string;
  /** of the person, BCP 47 */
  language: string;
  /** shown to the person on the provider's page */
  description: string;
  /** cents */
  amount: number;
  currency: string;
  /** a verified address to prefill; null when there is none */
  email: string | null;
  couponCode: string | null;
  expiresAt: Date;
}

/** The provider's state of a checkout session. */
export interface ProviderSession {
  sessionId: string;
  /** id of our checkout from its metadata, if any */
  checkoutId: string | null;
  /**
   * `open` can be paid · `processing` confirmed, payment pending · `paid` · `failed` confirmed, but the payment failed ·
   * `expired` cannot be paid any more
   */
  state: 'open' | 'processing' | 'paid' | 'failed' | 'expired';
  /** cents */
  amount: number;
  currency: string;
  paymentId: string | null;
}

/** The provider's state of a payment. Amounts in cents. */
export interface ProviderPayment {
  paymentId: string;
  checkoutId: string | null;
  refunded: number;
  /** amount of disputes that are not won */
  disputed: number;
}

/** A verified webhook event. Only its id, type and object are used; the state is fetched from the provider. */
export interface PaymentEvent {
  id: string;
  type: string;
  objectId: string;
  occurredAt: Date;
}

/** A payment service. Amounts in cents. Every call but `readEvent` may throw `ProviderDown`. */
export interface PaymentProvider {
  readonly kind: 'none' | 'sandbox' | 'stripe';
  /** false where no money moves */
  readonly livemode: boolean;
  /** one line for the log at the start */
  readonly description: string;
  /** the same order gets the same session; `OrderChanged` for another one of the same checkout */
  createSession(order: Order): Promise<{ sessionId: string; url: string }>;
  /** null when the provider knows no such session */
  fetchSession(sessionId: string): Promise<ProviderSession | null>;
  /** expires a session if it is open; returns its state afterwards */
  expireSession(sessionId: string): Promise<ProviderSession | null>;
  /** the session that a payment came from */
  findSessionOfPayment(paymentId: string): Promise<ProviderSession | null>;
  /** a payment by its id, or by that of a charge, refund or dispute on it */
  fetchPayment(objectId: string): Promise<ProviderPayment | null>;
  /** @param alreadyRefunded cents so far; makes a repeated request for the same refund idempotent */
  refund(paymentId: string, amount: number, alreadyRefunded: number): Promise<void>;
  /** every session created since, and every payment refunded or disputed since */
  listSessions(since: Date): AsyncIterable<ProviderSession>;
  listRefundedPayments(since: Date): AsyncIterable<string>;
  /** @throws {BadSignature} for a wrong signature or one that is too old */
  readEvent(body: Buffer, signature: string | undefined): PaymentEvent;
}

/** The provider did not answer, or refused because of our configuration. A retry may succeed. */
export class ProviderDown extends Error {
  override name = 'ProviderDown';
}

/** The provider has a session of this checkout for another order: one to another address, say. Its page was never shown. */
export class OrderChanged extends Error {
  override name = 'OrderChanged';
}

export class BadSignature extends Error {
  override name = 'BadSignature';
}
