import type { FastifyInstance } from 'fastify';
import { simulateReplyBody, simulateReplyResponse } from '../../shared/conversations.ts';
import { requireRole } from '../answers/data.ts';
import type { AllServices } from '../pages/account/erasure-list.ts';
import { requirePerson } from '../people/identity/sessions/person.ts';
import { simulateReply } from './simulate-reply.ts';

export async function simulateReplyRoutes(app: FastifyInstance, services: AllServices): Promise<void> {
  if (!services.config.TEST_ROUTES) return;
  app.post(
    '/api/test/simulate-reply',
    { schema: { body: simulateReplyBody, response: { 200: simulateReplyResponse } } },
    async (request) => {
      await requireRole(services.db, requirePerson(request), request.body.conversationId);
      return { outcome: await simulateReply(services, request.body) };
    },
  );
}
