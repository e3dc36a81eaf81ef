import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import {
  accountDataSummary,
  deleteAccountBody,
  deleteAccountResponse,
  EXPORT_PATH,
} from '../../shared/account-data.ts';
import { said } from '../../shared/words.ts';
import { badInput } from '../errors.ts';
import { closeAccount } from '../identity/close-account.ts';
import { requirePerson } from '../identity/sessions/person.ts';
import { enforce } from '../platform/rate-limit.ts';
import type { Services } from '../platform/services.ts';
import { wordsFor } from '../platform/words.ts';
import { eraseAccount } from './erase-account.ts';
import { exportAccount } from './export-account.ts';
import { countAccountData } from './personal-data.ts';

/** Exports per hour; each reads every photo of a person. */
const EXPORTS_AN_HOUR = 5;
const HOUR_SECONDS = 3600;

/** Data summary, export and deletion of an account. */
export async function accountRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db, identity } = services;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    '/api/account/holdings',
    { schema: { response: { 200: accountDataSummary } } },
    async (request) => countAccountData(db, requirePerson(request).uid),
  );

  routes.get(EXPORT_PATH, async (request, reply) => {
    const person = requirePerson(request);
    await enforce(db, {
      key: `export:${person.uid}`,
      most: EXPORTS_AN_HOUR,
      window: HOUR_SECONDS,
      message: said('You have taken your letters along a few times just now. Please try again in an hour.'),
    });
    const { fileName, zip } = await exportAccount(
      { ...services, db: services.longDb },
      person,
      wordsFor(request.language),
    );
    // Stop reading when the client disconnects.
    reply.raw.once('close', () => zip.destroy());
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .header('cache-control', 'no-store')
      .send(zip);
  });

  routes.post(
    '/api/account/delete',
    { schema: { body: deleteAccountBody, response: { 200: deleteAccountResponse } } },
    async (request) => {
      const person = requirePerson(request);
      const { email, idToken } = request.body;
      await closeAccount(services, person, idToken, async (tx) => {
        if (email.toLowerCase() !== person.email.toLowerCase()) throw anotherAddress();
        await eraseAccount(tx, services, person.uid);
      });
      return { deleted: true as const, elsewhere: identity.firebase !== null };
    },
  );
}

function anotherAddress() {
  const message = said('That is not the address of this account.');
  return badInput(message, { email: message });
}
