import { eq } from 'drizzle-orm';
import { paymentFindings } from '../../server/money/payments/schema.ts';
import { verifyLedger } from '../../server/money/payments/verify-ledger.ts';
import { StripeStandIn } from '../stand-ins/stripe-stand-in.ts';
import { newBuyer } from './buyer.ts';
import { startTestProduct } from './test-product.ts';

/** The product with Stripe set up, and the stand-in that it talks to. */
export async function startStripeProduct() {
  const stripe = new StripeStandIn();
  const product = await startTestProduct({
    env: {
      STRIPE_SECRET_KEY: stripe.key,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_BASE: await stripe.start(),
      PUBLIC_URL: 'https://letters.example.org',
    },
  });
  const deliver = (event: ReturnType<StripeStandIn['event']>) =>
    product.app.inject({ method: 'POST', url: '/api/stripe/webhook', ...event });

  return {
    stripe,
    product,
    deliver,
    /** sends one event; answers the status */
    notify: async (type: string, objectId: string, more?: Parameters<StripeStandIn['event']>[2]) =>
      (await deliver(stripe.event(type, objectId, more))).statusCode,
    buyer: (options?: { verified?: boolean }) => newBuyer(product, options),
    findings: (reference: string) =>
      product.services.db.select().from(paymentFindings).where(eq(paymentFindings.reference, reference)),
    /** stops everything; answers what is wrong in the books */
    close: async () => {
      const wrong = await verifyLedger(product.services.db);
      await product.close();
      await stripe.stop();
      return wrong;
    },
  };
}
