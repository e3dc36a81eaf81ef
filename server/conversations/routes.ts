import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import {
  conversationIdParams,
  conversationList,
  conversationsQuery,
  repliesQuery,
  thread,
  timelineReplies,
} from '../../shared/conversations.ts';
import { notFound, notYours } from '../errors.ts';
import { requirePerson } from '../identity/person.ts';
import type { Services } from '../services.ts';
import { findThread, listConversations, listReplies } from './data.ts';

/** Letters and the mail that answers them (spec section 7). */
export async function conversationRoutes(app: FastifyInstance, { db }: Services): Promise<void> {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    '/api/conversations',
    { schema: { querystring: conversationsQuery, response: { 200: conversationList } } },
    async (request) => {
      const person = requirePerson(request);
      const { email } = request.query;
      if (email !== undefined && email.toLowerCase() !== person.email.toLowerCase()) throw notYours();
      return listConversations(db, person);
    },
  );

  routes.get(
    '/api/conversations/:conversationId/thread',
    { schema: { params: conversationIdParams, response: { 200: thread } } },
    async (request) => {
      const found = await findThread(db, requirePerson(request), request.params.conversationId);
      if (!found) throw notFound('That conversation');
      return found;
    },
  );

  routes.get(
    '/api/replies',
    { schema: { querystring: repliesQuery, response: { 200: timelineReplies } } },
    async (request) => listReplies(db, requirePerson(request).uid, request.query.recipient),
  );
}
