import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { recipient, recipientBody, recipientIdParams, recipientList } from '../../shared/recipients.ts';
import { requirePerson } from '../identity/sessions/person.ts';
import { once } from '../platform/idempotency.ts';
import type { Services } from '../platform/services.ts';
import { changeRecipient, deleteRecipient, listRecipients, saveRecipient } from './data.ts';

const done = z.null().describe('Nothing more to say');

/** Saved recipients (spec section 7). */
export async function recipientRoutes(app: FastifyInstance, { db }: Services): Promise<void> {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get('/api/recipients', { schema: { response: { 200: recipientList } } }, async (request) =>
    listRecipients(db, requirePerson(request).uid),
  );

  routes.post(
    '/api/recipients',
    { schema: { body: recipientBody, response: { 200: recipient } } },
    async (request) => {
      const { uid } = requirePerson(request);
      return once(db, request, (tx) => saveRecipient(tx, uid, request.body));
    },
  );

  routes.put(
    '/api/recipients/:id',
    { schema: { params: recipientIdParams, body: recipientBody, response: { 200: recipient } } },
    async (request) => {
      const { uid } = requirePerson(request);
      const entry = { id: request.params.id, ...request.body };
      return once(db, request, (tx) => changeRecipient(tx, uid, entry));
    },
  );

  routes.delete(
    '/api/recipients/:id',
    { schema: { params: recipientIdParams, response: { 204: done } } },
    async (request, reply) => {
      await deleteRecipient(db, requirePerson(request).uid, request.params.id);
      return reply.code(204).send(null);
    },
  );
}
