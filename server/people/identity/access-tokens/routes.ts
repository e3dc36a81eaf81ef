import type { FastifyInstance } from 'fastify';
import { accessTokenList, madeAccessToken, newAccessTokenBody } from '../../../../shared/access-tokens.ts';
import type { IdentityServices } from '../identity-provider.ts';
import { requirePerson } from '../sessions/person.ts';
import { listSessions } from '../sessions/sessions.ts';
import { makeAccessToken, presentAccessToken } from './make-access-token.ts';

/** `DELETE /api/sessions/:id` revokes one. */
export async function accessTokenRoutes(app: FastifyInstance, services: IdentityServices): Promise<void> {
  app.get('/api/access-tokens', { schema: { response: { 200: accessTokenList } } }, async (request) => {
    const own = await listSessions(services.db, requirePerson(request).uid, 'programs');
    return own.map(presentAccessToken);
  });

  // Without `once`, which would keep the answer, and so the token.
  app.post(
    '/api/access-tokens',
    { schema: { body: newAccessTokenBody, response: { 200: madeAccessToken } } },
    async (request) => makeAccessToken(services, requirePerson(request), request.body, request),
  );
}
