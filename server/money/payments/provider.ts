import type { IdentityServices } from '../../people/identity/identity-provider.ts';

export interface MoneyServices extends IdentityServices {
  payments: PaymentProvider;
}

export interface Order {
  checkoutId: string;
  userId: number;
  packageId: string;
  /** of the person, BCP 47 */
  language: string;
  description: string;
  /** cents */
  amount: number;
  currency: string;
  /** verified, to prefill */
  email: string | null;
  couponCode: string | null;
  expiresAt: Date;
}

export interface ProviderSession {
  sessionId: string;
  /** from its metadata */
  checkoutId: string | null;
  /** `processing` and `failed` are confirmed, with the payment pending or failed */
  state: 'open' | 'processing' | 'paid' | 'failed' | 'expired';
  /** cents */
  amount: number;
  currency: string;
  paymentId: string | null;
}

export interface ProviderPayment {
  paymentId: string;
  checkoutId: string | null;
  refunded: number;
  /** of disputes that are not won */
  disputed: number;
}

/** Verified. It names what changed; the new state is fetched. */
export interface PaymentEvent {
  type: string;
  objectId: string;
}

/** Amounts in cents. Every call but `readEvent` may throw `ProviderDown`. */
export interface PaymentProvider {
  readonly kind: 'none' | 'sandbox' | 'stripe';
  /** false where no money moves */
  readonly livemode: boolean;
  readonly description: string;
  /** the same order gets the same session; `OrderChanged` for another of the same checkout */
  createSession(order: Order): Promise<{ sessionId: string; url: string }>;
  fetchSession(sessionId: string): Promise<ProviderSession | null>;
  /** returns its state afterwards */
  expireSession(sessionId: string): Promise<ProviderSession | null>;
  findSessionOfPayment(paymentId: string): Promise<ProviderSession | null>;
  /** by its id, or that of a charge, refund or dispute on it */
  fetchPayment(objectId: string): Promise<ProviderPayment | null>;
  /** @param alreadyRefunded cents so far: makes a repeated request idempotent */
  refund(paymentId: string, amount: number, alreadyRefunded: number): Promise<void>;
  /** sessions created since; ids of payments refunded since, or disputed also long before, as disputes last for months */
  listSessions(since: Date): AsyncIterable<ProviderSession>;
  listRefundedPayments(since: Date): AsyncIterable<string>;
  /** @throws {BadSignature} */
  readEvent(body: Buffer, signature: string | undefined): PaymentEvent;
}

/** A retry may succeed. */
export class ProviderDown extends Error {
  override name = 'ProviderDown';
}

/** The provider has a session of this checkout for another order. */
export class OrderChanged extends Error {
  override name = 'OrderChanged';
}

export class BadSignature extends Error {
  override name = 'BadSignature';
}
