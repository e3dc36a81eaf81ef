import type { FastifyInstance } from 'fastify';
import { supportBody, supportResponse } from '../../../shared/support.ts';
import { idempotencyKeyOf } from '../../core/idempotency.ts';
import type { Services } from '../../core/services.ts';
import { countSupportRequest, receiveSupportMessage } from './receive-support-message.ts';

export async function supportRoutes(app: FastifyInstance, services: Services): Promise<void> {
  app.post(
    '/api/support',
    {
      onRequest: ({ ip }) => countSupportRequest(services, ip),
      schema: { body: supportBody, response: { 200: supportResponse } },
    },
    async (request) => {
      const { body, person, ip } = request;
      await receiveSupportMessage(services, body, { person, key: idempotencyKeyOf(request), ip });
      return { received: true as const };
    },
  );
}
