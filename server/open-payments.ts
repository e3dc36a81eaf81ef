import { type Config, isLocal } from './core/config.ts';
import type { Database } from './core/db/database.ts';
import { openSandbox } from './dev/sandbox-checkout/sandbox-provider.ts';
import { type PaymentProvider, ProviderDown } from './money/payments/provider.ts';
import { openStripe } from './money/payments/stripe/stripe-provider.ts';

/** The sandbox is for a local installation only, since it gives credits to anybody. @throws {BadSettings} */
export function openPayments(config: Config, db: Database, sessionSecret: Buffer): PaymentProvider {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: webhookSecret } = config;
  if (key && webhookSecret) return openStripe(config, key, webhookSecret);
  return isLocal(config) ? openSandbox(config, db, sessionSecret) : NO_PROVIDER;
}

const unavailable = async (): Promise<never> => {
  throw new ProviderDown('No payment service is set up.');
};

const NO_PROVIDER: PaymentProvider = {
  kind: 'none',
  livemode: false,
  description: 'not set up: STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET are missing; coupons work',
  createSession: unavailable,
  fetchSession: unavailable,
  expireSession: unavailable,
  findSessionOfPayment: unavailable,
  fetchPayment: unavailable,
  refund: unavailable,
  async *listSessions() {},
  async *listRefundedPayments() {},
  readEvent: () => {
    throw new Error('No payment service is set up, so no event can be its.');
  },
};
