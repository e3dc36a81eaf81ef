import type { FastifyInstance } from 'fastify';
import { refreshPayment, refreshSession } from '../checkout/refresh.ts';
import { badSignature, providerDown } from '../errors.ts';
import { BadSignature, type MoneyServices, type PaymentEvent, ProviderDown } from '../provider.ts';

/** An event names the object, whose state is fetched: it may arrive often, late and in any order. */
const EVENT_HANDLERS: Record<string, (needs: MoneyServices, objectId: string) => Promise<void>> = {
  'checkout.session.completed': refreshSession,
  'checkout.session.async_payment_succeeded': refreshSession,
  'checkout.session.async_payment_failed': refreshSession,
  'checkout.session.expired': refreshSession,
  'charge.refunded': refreshPayment,
  'refund.failed': refreshPayment,
  'charge.dispute.created': refreshPayment,
  'charge.dispute.closed': refreshPayment,
};

export async function webhookRoutes(app: FastifyInstance, services: MoneyServices): Promise<void> {
  const { log, payments } = services;
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );

  app.post<{ Body: Buffer | undefined }>(
    '/api/stripe/webhook',
    { config: { ownProof: true }, schema: { hide: true } },
    async (request) => {
      const event = read(request.body, request.headers['stripe-signature']);
      try {
        await EVENT_HANDLERS[event.type]?.(services, event.objectId);
      } catch (error) {
        if (!(error instanceof ProviderDown)) throw error;
        // Resent for three days until the answer is a 2xx.
        log.warn({ err: error, event }, 'payment event refused for now: the provider does not answer');
        throw providerDown();
      }
      return { received: true };
    },
  );

  function read(body: Buffer | undefined, header: string | string[] | undefined): PaymentEvent {
    try {
      return payments.readEvent(body ?? Buffer.alloc(0), typeof header === 'string' ? header : undefined);
    } catch (error) {
      if (!(error instanceof BadSignature)) throw error;
      log.warn({ reason: error.message }, 'payment webhook refused');
      throw badSignature();
    }
  }
}
