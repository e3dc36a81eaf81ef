import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { said } from '../../../shared/words.ts';
import { notFound } from '../../core/errors.ts';
import { sendPage } from '../../core/http/standalone-pages.ts';
import type { Services } from '../../core/services.ts';
import { wordsFor } from '../../core/words.ts';
import { checkoutPage, closedPage } from './sandbox-page.ts';
import { findSandboxSession, paySandboxSession, sandboxEvent } from './sandbox-provider.ts';

const LATE_MS = 10_000;

const params = z.object({ id: z.string().max(100) });
const actions = z.object({ action: z.enum(['pay', 'decline', 'cancel', 'pay-late', 'pay-and-close']) });

/** Plain forms, no script. Anybody with the address may pay, as at Stripe. */
export async function sandboxRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db, config, log, sessionSecret } = services;
  if (!app.hasContentTypeParser('application/x-www-form-urlencoded')) await app.register(formbody);

  app.get('/sandbox/checkout/:id', { schema: { params, hide: true } }, async (request, reply) => {
    const session = await sessionOf(request.params.id);
    const page = checkoutPage(wordsFor(request.language), config.PRODUCT_NAME, session);
    return sendPage(reply.header('cache-control', 'no-store'), page);
  });

  app.post(
    '/sandbox/checkout/:id',
    { schema: { params, body: actions, hide: true } },
    async (request, reply) => {
      const session = await sessionOf(request.params.id);
      const { action } = request.body;
      const words = wordsFor(request.language);
      if (action === 'cancel') return reply.redirect(session.cancelUrl, 303);
      if (action === 'decline')
        return sendPage(reply, checkoutPage(words, config.PRODUCT_NAME, session, true));
      if (!(await paySandboxSession(db, session.id, action === 'pay-late' ? LATE_MS : 0))) {
        const over = await sessionOf(session.id);
        return sendPage(reply.code(400), checkoutPage(words, config.PRODUCT_NAME, over));
      }
      await notify('checkout.session.completed', session.id);
      if (action === 'pay-late')
        setTimeout(() => {
          notify('checkout.session.async_payment_succeeded', session.id).catch((error: unknown) =>
            log.warn({ err: error, sessionId: session.id }, 'sandbox event not delivered'),
          );
        }, LATE_MS).unref();
      if (action === 'pay-and-close') return sendPage(reply, closedPage(words, config.PRODUCT_NAME));
      return reply.redirect(session.successUrl.replace('{CHECKOUT_SESSION_ID}', session.id), 303);
    },
  );

  async function sessionOf(id: string) {
    const row = await findSandboxSession(db, id);
    if (!row) throw notFound(said('That checkout could not be found.'));
    const over = row.status === 'open' && row.expiresAt.getTime() <= Date.now();
    return over ? { ...row, status: 'expired' as const } : row;
  }

  /** A lost event does no harm: the state can be fetched. */
  async function notify(type: string, sessionId: string): Promise<void> {
    const { payload, signature } = sandboxEvent(sessionSecret, type, sessionId);
    const answer = await app.inject({
      method: 'POST',
      url: '/api/stripe/webhook',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload,
    });
    if (answer.statusCode !== 200)
      log.warn({ status: answer.statusCode, type, sessionId }, 'sandbox event not delivered');
  }
}
