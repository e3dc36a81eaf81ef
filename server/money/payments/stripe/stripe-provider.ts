import Stripe from 'stripe';
import { z } from 'zod';
import { DAY_MS } from '../../../../shared/durations.ts';
import { BadSettings, type Config } from '../../../core/config.ts';
import {
  type Order,
  OrderChanged,
  type PaymentProvider,
  ProviderDown,
  type ProviderPayment,
  type ProviderSession,
} from '../provider.ts';
import { verifyWebhookSignature } from './verify-webhook-signature.ts';

const TIMEOUT_MS = 10_000;
/** Decided within about 75 days, an appeal within some weeks (Stripe, 'How disputes work'). */
const DISPUTES_LAST_DAYS = 150;

const EXPANDED = { expand: ['payment_intent'] };

/** @throws {BadSettings} for a key that is neither a test nor a live secret key */
export function openStripe(config: Config, key: string, webhookSecret: string): PaymentProvider {
  const mode = /^(?:sk|rk)_(test|live)_/.exec(key)?.[1];
  if (!mode) {
    throw new BadSettings(
      'These settings stop the start:\n  STRIPE_SECRET_KEY: wants a secret key, sk_test_… or sk_live_… (or a restricted one, rk_…)',
    );
  }
  const livemode = mode === 'live';
  const base = config.STRIPE_API_BASE ? new URL(config.STRIPE_API_BASE) : null;
  const stripe = new Stripe(key, {
    apiVersion: Stripe.API_VERSION,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(base ? addressOf(base) : {}),
  });
  const { sessions } = stripe.checkout;
  const place = base ? ` at ${base.host}` : '';

  return {
    kind: 'stripe',
    livemode,
    description: livemode
      ? `Stripe${place}, LIVE key: real money moves`
      : `Stripe${place}, test key: no money moves, and credits are given for test cards`,

    createSession: (order) =>
      call(async () => {
        const made = await sessions
          .create(sessionParams(config, order), { idempotencyKey: `checkout:${order.checkoutId}` })
          .catch(throwOrderChanged);
        if (!made.url) throw new ProviderDown(`Stripe gave no address for session ${made.id}.`);
        return { sessionId: made.id, url: made.url };
      }),

    fetchSession: (sessionId) =>
      orNull(async () => toProviderSession(await sessions.retrieve(sessionId, EXPANDED))),

    expireSession: (sessionId) =>
      orNull(async () => {
        try {
          return toProviderSession(await sessions.expire(sessionId, EXPANDED));
        } catch (error) {
          // Only an open session can be expired.
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
          return toProviderSession(await sessions.retrieve(sessionId, EXPANDED));
        }
      }),

    findSessionOfPayment: (paymentId) =>
      call(async () => {
        const found = await sessions.list({ payment_intent: paymentId, limit: 1 });
        return found.data[0] ? toProviderSession(found.data[0]) : null;
      }),

    fetchPayment: (objectId) =>
      orNull(async () => {
        const paymentId = await paymentOf(stripe, objectId);
        return paymentId ? fetchProviderPayment(stripe, paymentId) : null;
      }),

    refund: (payment, amount, alreadyRefunded) =>
      call(async () => {
        await stripe.refunds.create(
          { payment_intent: payment, amount },
          { idempotencyKey: `refund:${payment}:${alreadyRefunded}:${amount}` },
        );
      }),

    async *listSessions(since) {
      const pages = sessions.list({ created: { gte: seconds(since) }, limit: 100 });
      for await (const session of withProviderErrors(pages)) yield toProviderSession(session);
    },

    async *listRefundedPayments(since) {
      const refunds = stripe.refunds.list({ created: { gte: seconds(since) }, limit: 100 });
      for await (const { payment_intent } of withProviderErrors(refunds))
        if (payment_intent) yield idOf(payment_intent);
      const disputesSince = new Date(since.getTime() - DISPUTES_LAST_DAYS * DAY_MS);
      const disputes = stripe.disputes.list({ created: { gte: seconds(disputesSince) }, limit: 100 });
      for await (const { payment_intent } of withProviderErrors(disputes))
        if (payment_intent) yield idOf(payment_intent);
    },

    readEvent: (body, signature) => verifyWebhookSignature(body, signature, webhookSecret),
  };
}

function addressOf(base: URL): Stripe.StripeConfig {
  const protocol = base.protocol === 'http:' ? 'http' : 'https';
  return { protocol, host: base.hostname, port: base.port || (protocol === 'http' ? '80' : '443') };
}

/** The price is computed by us: all that could change it at the provider is off. */
function sessionParams(config: Config, order: Order): Stripe.Checkout.SessionCreateParams {
  const metadata = {
    checkoutId: order.checkoutId,
    userId: String(order.userId),
    packageId: order.packageId,
    ...(order.couponCode ? { couponCode: order.couponCode } : {}),
  };
  return {
    mode: 'payment',
    // Checkout does not speak Arabic.
    locale: order.language === 'ar' ? 'auto' : order.language,
    client_reference_id: order.checkoutId,
    metadata,
    payment_intent_data: { metadata, description: order.description },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: order.currency,
          unit_amount: order.amount,
          product_data: { name: order.description },
        },
      },
    ],
    ...(order.email ? { customer_email: order.email } : {}),
    adaptive_pricing: { enabled: false },
    allow_promotion_codes: false,
    success_url: `${config.publicUrl}/payment/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${config.publicUrl}/payment/cancel`,
    expires_at: seconds(order.expiresAt),
  };
}

async function paymentOf(stripe: Stripe, objectId: string): Promise<string | null> {
  if (objectId.startsWith('pi_')) return objectId;
  const { charges, refunds, disputes } = stripe;
  const kinds = { ch: charges, py: charges, re: refunds, pyr: refunds, dp: disputes, du: disputes };
  const kind = Object.entries(kinds).find(([prefix]) => objectId.startsWith(`${prefix}_`))?.[1];
  const payment = kind && (await kind.retrieve(objectId)).payment_intent;
  return payment ? idOf(payment) : null;
}

async function fetchProviderPayment(stripe: Stripe, paymentId: string): Promise<ProviderPayment> {
  const payment = await stripe.paymentIntents.retrieve(paymentId, { expand: ['latest_charge'] });
  const charge = payment.latest_charge;
  const disputes = await stripe.disputes.list({ payment_intent: paymentId, limit: 100 });
  return {
    paymentId,
    checkoutId: checkoutIdOf(payment.metadata),
    refunded: charge && typeof charge !== 'string' ? charge.amount_refunded : 0,
    disputed: disputedCents(disputes.data),
  };
}

const idOf = (linked: string | { id: string }) => (typeof linked === 'string' ? linked : linked.id);
/** Null for what another shop sells with the same account of Stripe: our ids are UUIDs. */
const checkoutIdOf = ({ checkoutId }: Stripe.Metadata) => z.uuid().safeParse(checkoutId).data ?? null;
const seconds = (time: Date) => Math.floor(time.getTime() / 1000);

/** docs.stripe.com/api/idempotent_requests */
function throwOrderChanged(error: unknown): never {
  const isOther =
    error instanceof Stripe.errors.StripeIdempotencyError && error.code !== 'idempotency_key_in_use';
  throw isOther ? new OrderChanged(error.message, { cause: error }) : error;
}

async function call<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    throw toProviderDown(error);
  }
}

async function orNull<Answer>(ask: () => Promise<Answer | null>): Promise<Answer | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return null;
    throw toProviderDown(error);
  }
}

async function* withProviderErrors<Item>(pages: AsyncIterable<Item>): AsyncIterable<Item> {
  try {
    yield* pages;
  } catch (error) {
    throw toProviderDown(error);
  }
}

function toProviderDown(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  return new ProviderDown(`${error.type}${error.code ? ` ${error.code}` : ''}: ${error.message}`, {
    cause: error,
  });
}

/** Only a session with metadata of ours: a customer can set the client reference, but not metadata. */
function toProviderSession(session: Stripe.Checkout.Session): ProviderSession {
  const marked = checkoutIdOf(session.metadata ?? {});
  return {
    sessionId: session.id,
    checkoutId: marked === session.client_reference_id ? marked : null,
    state: stateOf(session),
    amount: session.amount_total ?? 0,
    currency: session.currency ?? '',
    paymentId: session.payment_intent && idOf(session.payment_intent),
  };
}

function stateOf({
  status,
  payment_status,
  payment_intent,
}: Stripe.Checkout.Session): ProviderSession['state'] {
  if (status === 'expired') return 'expired';
  if (status !== 'complete') return 'open';
  if (payment_status !== 'unpaid') return 'paid';
  // Confirmed and unpaid: pending, unless a new payment method is needed or it was cancelled.
  const payment = payment_intent && typeof payment_intent !== 'string' ? payment_intent.status : null;
  return payment === 'requires_payment_method' || payment === 'canceled' ? 'failed' : 'processing';
}

/** An inquiry (`warning_…`) withholds nothing, nor does a won or prevented dispute (Stripe, 'Dispute statuses'). */
function disputedCents(disputes: Pick<Stripe.Dispute, 'status' | 'amount'>[]): number {
  return disputes
    .filter(({ status }) => status !== 'won' && status !== 'prevented' && !status.startsWith('warning_'))
    .reduce((sum, { amount }) => sum + amount, 0);
}
