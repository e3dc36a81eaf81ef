import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { createRecipientBody, recipient, recipientList } from '../../shared/recipients.ts';
import { once } from '../idempotency.ts';
import { requirePerson } from '../identity/person.ts';
import type { Services } from '../services.ts';
import { listRecipients, saveRecipient } from './data.ts';

/** The address book (spec section 7). */
export async function recipientRoutes(app: FastifyInstance, { db }: Services): Promise<void> {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get('/api/recipients', { schema: { response: { 200: recipientList } } }, async (request) =>
    listRecipients(db, requirePerson(request).uid),
  );

  routes.post(
    '/api/recipients',
    { schema: { body: createRecipientBody, response: { 200: recipient } } },
    async (request) => {
      const { uid } = requirePerson(request);
      return once(db, request, (tx) => saveRecipient(tx, uid, request.body.name, request.body.email));
    },
  );
}
