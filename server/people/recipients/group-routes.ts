import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { groupBody, recipientGroup, recipientGroupList } from '../../../shared/recipient-groups.ts';
import { recipientIdParams as groupIdParams } from '../../../shared/recipients.ts';
import { once } from '../../core/idempotency.ts';
import type { Services } from '../../core/services.ts';
import { requirePerson } from '../identity/sessions/person.ts';
import { addGroup, changeGroup, deleteGroup, listGroups } from './groups.ts';

const done = z.null().describe('Nothing more to say');

export async function groupRoutes(app: FastifyInstance, { db }: Services): Promise<void> {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    '/api/recipient-groups',
    { schema: { response: { 200: recipientGroupList } } },
    async (request) => listGroups(db, requirePerson(request).uid, request.language),
  );

  routes.post(
    '/api/recipient-groups',
    { schema: { body: groupBody, response: { 200: recipientGroup } } },
    async (request) => {
      const { uid } = requirePerson(request);
      return once(db, request, (tx) => addGroup(tx, uid, request.body));
    },
  );

  routes.put(
    '/api/recipient-groups/:id',
    { schema: { params: groupIdParams, body: groupBody, response: { 200: recipientGroup } } },
    async (request) => {
      const { uid } = requirePerson(request);
      return once(db, request, (tx) => changeGroup(tx, uid, request.params.id, request.body));
    },
  );

  routes.delete(
    '/api/recipient-groups/:id',
    { schema: { params: groupIdParams, response: { 204: done } } },
    async (request, reply) => {
      await deleteGroup(db, requirePerson(request).uid, request.params.id);
      return reply.code(204).send(null);
    },
  );
}
