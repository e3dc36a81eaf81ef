import { randomBytes } from 'node:crypto';
import { and, eq, gt, gte, type SQL } from 'drizzle-orm';
import Stripe from 'stripe';
import type { Config } from '../../core/config.ts';
import type { Database } from '../../core/db/database.ts';
import { first } from '../../core/db/first.ts';
import { deriveKey } from '../../core/secrets.ts';
import type { PaymentProvider, ProviderPayment, ProviderSession } from '../../money/payments/provider.ts';
import { verifyWebhookSignature } from '../../money/payments/stripe/verify-webhook-signature.ts';
import { type SandboxSession, sandboxSessions } from './schema.ts';

/** States are answered and webhooks signed as Stripe does. */
export function openSandbox(config: Config, db: Database, sessionSecret: Buffer): PaymentProvider {
  const fetchSession = async (sessionId: string): Promise<ProviderSession | null> => {
    const row = await findSandboxSession(db, sessionId);
    return row && toProviderSession(row);
  };

  return {
    kind: 'sandbox',
    livemode: false,
    description: 'sandbox: a test checkout of our own, no money moves (local installations only)',

    async createSession(order) {
      await db
        .insert(sandboxSessions)
        .values({
          id: sandboxId('cs_sandbox'),
          checkoutId: order.checkoutId,
          description: order.description,
          amount: order.amount,
          currency: order.currency,
          successUrl: `${config.publicUrl}/payment/success?session_id={CHECKOUT_SESSION_ID}`,
          cancelUrl: `${config.publicUrl}/payment/cancel`,
          paymentId: sandboxId('pi_sandbox'),
          expiresAt: order.expiresAt,
        })
        .onConflictDoNothing();
      const made = await findOne(db, eq(sandboxSessions.checkoutId, order.checkoutId));
      if (!made) throw new Error('The sandbox session was not written.');
      return { sessionId: made.id, url: `${config.publicUrl}/sandbox/checkout/${made.id}` };
    },

    fetchSession,

    async expireSession(sessionId) {
      await db
        .update(sandboxSessions)
        .set({ status: 'expired' })
        .where(and(eq(sandboxSessions.id, sessionId), eq(sandboxSessions.status, 'open')));
      return fetchSession(sessionId);
    },

    async findSessionOfPayment(paymentId) {
      const row = await findOne(db, eq(sandboxSessions.paymentId, paymentId));
      return row && toProviderSession(row);
    },

    async fetchPayment(objectId): Promise<ProviderPayment | null> {
      const row = await findOne(db, eq(sandboxSessions.paymentId, objectId));
      if (!row) return null;
      return { paymentId: row.paymentId, checkoutId: row.checkoutId, refunded: row.refunded, disputed: 0 };
    },

    async refund(paymentId, amount, alreadyRefunded) {
      await db
        .update(sandboxSessions)
        .set({ refunded: alreadyRefunded + amount })
        .where(
          and(
            eq(sandboxSessions.paymentId, paymentId),
            eq(sandboxSessions.refunded, alreadyRefunded),
            gte(sandboxSessions.amount, alreadyRefunded + amount),
          ),
        );
    },

    async *listSessions(since) {
      const rows = await db.select().from(sandboxSessions).where(gte(sandboxSessions.createdAt, since));
      for (const row of rows) yield toProviderSession(row);
    },

    async *listRefundedPayments() {
      const rows = await db.select().from(sandboxSessions).where(gt(sandboxSessions.refunded, 0));
      for (const row of rows) yield row.paymentId;
    },

    readEvent: (body, signature) =>
      verifyWebhookSignature(body, signature, sandboxWebhookSecret(sessionSecret)),
  };
}

export const findSandboxSession = (db: Database, id: string) => findOne(db, eq(sandboxSessions.id, id));

const findOne = (db: Database, where: SQL): Promise<SandboxSession | null> =>
  first(db.select().from(sandboxSessions).where(where));

const sandboxId = (prefix: string) => `${prefix}_${randomBytes(24).toString('hex')}`;

function toProviderSession(row: SandboxSession): ProviderSession {
  return {
    sessionId: row.id,
    checkoutId: row.checkoutId,
    state: stateOf(row),
    amount: row.amount,
    currency: row.currency,
    paymentId: row.status === 'complete' ? row.paymentId : null,
  };
}

/** By the clock, so that late payments and expiry need no background work. */
function stateOf({ status, expiresAt, paidFrom }: SandboxSession): ProviderSession['state'] {
  if (status === 'open') return expiresAt.getTime() <= Date.now() ? 'expired' : 'open';
  if (status === 'expired') return 'expired';
  return paidFrom && paidFrom.getTime() <= Date.now() ? 'paid' : 'processing';
}

/** @param late milliseconds until the money arrives @returns false when it was paid before, or has expired */
export async function paySandboxSession(db: Database, sessionId: string, late: number): Promise<boolean> {
  const paid = await db
    .update(sandboxSessions)
    .set({ status: 'complete', paidFrom: new Date(Date.now() + late) })
    .where(
      and(
        eq(sandboxSessions.id, sessionId),
        eq(sandboxSessions.status, 'open'),
        gt(sandboxSessions.expiresAt, new Date()),
      ),
    )
    .returning({ id: sandboxSessions.id });
  return paid.length > 0;
}

const sandboxWebhookSecret = (sessionSecret: Buffer) =>
  `whsec_${deriveKey(sessionSecret, 'sandbox webhook').toString('hex')}`;

export function sandboxEvent(
  sessionSecret: Buffer,
  type: string,
  objectId: string,
): { payload: string; signature: string } {
  const payload = JSON.stringify({
    id: sandboxId('evt_sandbox'),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    type,
    data: { object: { id: objectId, object: type.split('.').slice(0, -1).join('.') } },
  });
  const secret = sandboxWebhookSecret(sessionSecret);
  return { payload, signature: Stripe.webhooks.generateTestHeaderString({ payload, secret }) };
}
