import type { FastifyInstance } from 'fastify';
import {
  accountDataSummary,
  deleteAccountBody,
  deleteAccountResponse,
  EXPORT_PATH,
} from '../../../shared/account-data.ts';
import { said } from '../../../shared/words.ts';
import { badInput } from '../../core/errors.ts';
import { enforce, limit } from '../../core/rate-limit.ts';
import { wordsFor } from '../../core/words.ts';
import { sendZip } from '../../core/zip-stream.ts';
import { closeAccount } from '../../people/identity/close-account.ts';
import { requirePerson } from '../../people/identity/sessions/person.ts';
import { eraseAccount } from './erase-account.ts';
import type { AllServices } from './erasure-list.ts';
import { exportAccount } from './export-account.ts';
import { countAccountData } from './personal-data.ts';

export async function accountRoutes(app: FastifyInstance, services: AllServices): Promise<void> {
  const { db, identity } = services;

  app.get('/api/account/holdings', { schema: { response: { 200: accountDataSummary } } }, async (request) =>
    countAccountData(db, requirePerson(request).uid),
  );

  // HEAD would read all of it.
  app.get(EXPORT_PATH, { exposeHeadRoute: false }, async (request, reply) => {
    const person = requirePerson(request);
    await enforce(db, limit('export', person.uid));
    const { fileName, zip } = await exportAccount(
      { ...services, db: services.longDb },
      person,
      wordsFor(request.language),
    );
    return sendZip(reply, zip, `attachment; filename="${fileName}"`);
  });

  app.post(
    '/api/account/delete',
    { schema: { body: deleteAccountBody, response: { 200: deleteAccountResponse } } },
    async (request) => {
      const person = requirePerson(request);
      const { email, idToken } = request.body;
      await closeAccount(services, person, idToken, async (tx) => {
        if (email.toLowerCase() !== person.email.toLowerCase()) {
          const message = said('That is not the address of this account.');
          throw badInput(message, { email: message });
        }
        await eraseAccount(tx, services, person.uid);
      });
      return { deleted: true as const, elsewhere: identity.firebase !== null };
    },
  );
}
