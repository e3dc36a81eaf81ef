import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { said } from '../../../../shared/words.ts';
import { ProductError, tooLarge } from '../../../core/errors.ts';
import { assertSecret } from '../../../core/http/given-secret.ts';
import type { Services } from '../../../core/services.ts';
import { MessageTooLarge, TooManyMessages, UnknownRecipient } from '../receive-mail.ts';
import { receivePost, webhookQuery } from './receive-post.ts';

const answer = z.object({ received: z.number().int() });

/** 200 means that the message is stored and queued; services take 406 for 'do not retry this message'. */
export async function inboundWebhookRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const secret = services.config.INBOUND_WEBHOOK_SECRET;
  if (secret === undefined) return;
  await app.register(async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers();
    await scope.register(multipart, { throwFileSizeLimit: false });
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.addHook('onRequest', async (request) => {
      const sentence = said('The secret is missing or not the right one.');
      await assertSecret(services, request, secret, { realm: 'inbound mail', sentence });
    });
    scope.post(
      '/api/inbound/raw',
      {
        config: { ownProof: true, mailBody: true, longBody: true },
        schema: { querystring: webhookQuery, response: { 200: answer } },
      },
      async (request) => {
        try {
          const received = (await receivePost(services, request, request.query)).length;
          services.meters.inbound('webhook', 'accepted');
          return { received };
        } catch (error) {
          // The rest of the body must be received before a client that is still sending reads the answer.
          request.raw.unpipe().resume();
          const told = toHttpError(error);
          const isRefused = told instanceof ProductError && told.status < 500;
          services.meters.inbound('webhook', isRefused ? 'refused' : 'put off');
          throw told;
        }
      },
    );
  });
}

function toHttpError(error: unknown): unknown {
  if (error instanceof MessageTooLarge)
    return tooLarge('MESSAGE_TOO_LARGE', said('The message is larger than we take.'));
  if (error instanceof UnknownRecipient) {
    return new ProductError(406, 'UNKNOWN_RECIPIENT', said('No recipient of the message is known here.'));
  }
  // Services send again after a 503; not all do after a 429.
  if (error instanceof TooManyMessages) {
    return new ProductError(
      503,
      'TOO_MANY_MESSAGES',
      said('That is a lot of answers within one hour. Please send this one in a while.'),
      {
        headers: { 'retry-after': '600' },
      },
    );
  }
  return error;
}
