import type { FastifyInstance } from 'fastify';
import {
  newOccasionBody,
  type Occasion,
  occasion,
  occasionBody,
  occasionList,
  reminderSettings,
  reminderSettingsBody,
} from '../../../shared/occasions.ts';
import { nothing, numberedParams } from '../../core/http/path-params.ts';
import { inPages, sendList } from '../../core/http/send-list.ts';
import { once } from '../../core/idempotency.ts';
import { mailToken } from '../../core/secrets.ts';
import type { Services } from '../../core/services.ts';
import { requirePerson } from '../identity/sessions/person.ts';
import {
  addOccasion,
  changeOccasion,
  deleteOccasion,
  listOccasions,
  readSettings,
  writeSettings,
} from './data.ts';
import { linkRoutes } from './link-routes.ts';

export async function reminderRoutes(app: FastifyInstance, services: Services): Promise<void> {
  occasionRoutes(app, services);
  settingsRoutes(app, services);
  await linkRoutes(app, services);
}

function occasionRoutes(app: FastifyInstance, { db }: Services): void {
  app.get('/api/occasions', { schema: { response: { 200: occasionList } } }, async (request, reply) => {
    const { uid } = requirePerson(request);
    return sendList(
      reply,
      uid,
      inPages(
        (page) => listOccasions(db, uid, page),
        (last: Occasion) => last,
      ),
    );
  });

  app.post(
    '/api/occasions',
    { schema: { body: newOccasionBody, response: { 200: occasion } } },
    async (request) => once(db, request, (tx, { uid }) => addOccasion(tx, uid, request.body)),
  );

  app.put(
    '/api/occasions/:id',
    { schema: { params: numberedParams, body: occasionBody, response: { 200: occasion } } },
    async (request) =>
      once(db, request, (tx, { uid }) => changeOccasion(tx, uid, request.params.id, request.body)),
  );

  app.delete(
    '/api/occasions/:id',
    { schema: { params: numberedParams, response: { 204: nothing } } },
    async (request, reply) => {
      await deleteOccasion(db, requirePerson(request).uid, request.params.id);
      return reply.code(204).send(null);
    },
  );
}

function settingsRoutes(app: FastifyInstance, { db, config }: Services): void {
  const answer = { response: { 200: reminderSettings } };

  app.get('/api/reminder-settings', { schema: answer }, async (request) =>
    readSettings(db, config, requirePerson(request).uid),
  );

  app.put('/api/reminder-settings', { schema: { body: reminderSettingsBody, ...answer } }, async (request) =>
    once(db, request, (tx, { uid }) => writeSettings(tx, config, uid, request.body)),
  );

  // A new address each time: the one before leads nowhere.
  for (const [method, makeToken] of [
    ['POST', mailToken],
    ['DELETE', () => null],
  ] as const) {
    app.route({
      method,
      url: '/api/reminder-settings/feed',
      schema: answer,
      handler: async (request) =>
        once(db, request, (tx, { uid }) => writeSettings(tx, config, uid, { feedToken: makeToken() })),
    });
  }
}
