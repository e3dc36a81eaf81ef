import type { FastifyInstance } from 'fastify';
import {
  checkoutBody,
  checkoutParams,
  checkoutResponse,
  checkoutState,
  receipt,
} from '../../../shared/payments.ts';
import { said } from '../../../shared/words.ts';
import { notFound } from '../../core/errors.ts';
import { uuidParams } from '../../core/http/path-params.ts';
import { once } from '../../core/idempotency.ts';
import { enforce, limit } from '../../core/rate-limit.ts';
import { wordsFor } from '../../core/words.ts';
import { requirePerson } from '../../people/identity/sessions/person.ts';
import { checkoutStateOf } from './checkout/refresh.ts';
import { openCheckout, startCheckout } from './checkout/start-checkout.ts';
import { providerDown } from './errors.ts';
import { type MoneyServices, ProviderDown } from './provider.ts';
import { listReceipts } from './receipts.ts';
import { webhookRoutes } from './stripe/webhook.ts';

export async function paymentRoutes(app: FastifyInstance, services: MoneyServices): Promise<void> {
  const { db, config, log, payments } = services;

  app.post(
    '/api/create-checkout-session',
    { schema: { body: checkoutBody, response: { 200: checkoutResponse } } },
    async (request) => {
      const person = requirePerson(request);
      await enforce(db, limit('checkout', person.uid));
      if (request.body.couponCode) await enforce(db, limit('coupon', person.uid));
      // The provider is called outside the transaction.
      const { checkoutId } = await once(db, request, async (tx) => ({
        checkoutId: await openCheckout(tx, payments, person, request.body, wordsFor(request.language)),
      }));
      try {
        return await startCheckout(services, checkoutId);
      } catch (error) {
        if (!(error instanceof ProviderDown)) throw error;
        log.error(
          { err: error, checkoutId },
          'checkout session not created: the payment provider does not answer',
        );
        throw providerDown();
      }
    },
  );

  app.get(
    '/api/checkout/:sessionId',
    { schema: { params: checkoutParams, response: { 200: checkoutState } } },
    async (request) => checkoutStateOf(services, requirePerson(request), request.params.sessionId),
  );

  app.get(
    '/api/receipts/:id',
    { schema: { params: uuidParams, response: { 200: receipt } } },
    async (request) => {
      const { uid } = requirePerson(request);
      const [found] = await listReceipts(db, config, uid, request.params.id);
      if (!found) throw notFound(said('That receipt could not be found.'));
      return found;
    },
  );

  if (payments.kind !== 'none') await app.register(webhookRoutes, services);
}
