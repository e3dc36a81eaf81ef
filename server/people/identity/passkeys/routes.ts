import type { FastifyInstance } from 'fastify';
import {
  newPasskeyBody,
  passkey,
  passkeyList,
  passkeySignInAnswer,
  passkeySignInBody,
  renamePasskeyBody,
} from '../../../../shared/passkeys.ts';
import { notFound } from '../../../core/errors.ts';
import { removes, uuidParams } from '../../../core/http/path-params.ts';
import type { IdentityServices, RelyingParty } from '../identity-provider.ts';
import { requirePerson } from '../sessions/person.ts';
import { addPasskey, registrationOptions } from './add-passkey.ts';
import { findPasskeys, presentPasskey, removePasskey, renamePasskey } from './data.ts';
import { signInOptions, signInWithPasskey } from './sign-in-with-passkey.ts';

/** Bytes. A new passkey's answer has some 1,000. */
const BODY_LIMIT = 32 * 1024;
const HIDDEN = { hide: true };

/** `/identity/passkeys`: sign in by one; `/api/passkeys`: a person's own. */
export async function passkeyRoutes(app: FastifyInstance, services: IdentityServices, party: RelyingParty) {
  const bodyLimit = BODY_LIMIT;

  app.post('/identity/passkeys/options', { bodyLimit, schema: HIDDEN }, async () =>
    signInOptions(services, party),
  );

  app.post(
    '/identity/passkeys/sign-in',
    { bodyLimit, schema: { ...HIDDEN, body: passkeySignInBody, response: { 200: passkeySignInAnswer } } },
    async (request) => ({
      customToken: await signInWithPasskey(services, party, request.body.response, request),
    }),
  );

  app.get('/api/passkeys', { schema: { response: { 200: passkeyList } } }, async (request) => {
    const own = await findPasskeys(services.db, requirePerson(request).uid);
    return own.map(presentPasskey);
  });

  app.post('/api/passkeys/options', { bodyLimit }, async (request) =>
    registrationOptions(services, party, requirePerson(request)),
  );

  app.post(
    '/api/passkeys',
    { bodyLimit, schema: { body: newPasskeyBody, response: { 200: passkey } } },
    async (request) =>
      presentPasskey(await addPasskey(services, party, requirePerson(request), request.body, request)),
  );

  app.patch(
    '/api/passkeys/:id',
    {
      bodyLimit,
      schema: { params: uuidParams, body: renamePasskeyBody, response: { 200: passkey } },
    },
    async (request) => {
      const { uid } = requirePerson(request);
      const renamed = await renamePasskey(services.db, uid, request.params.id, request.body.name);
      if (!renamed) throw notFound();
      return presentPasskey(renamed);
    },
  );

  app.delete('/api/passkeys/:id', removes(uuidParams), async (request, reply) => {
    const { uid } = requirePerson(request);
    if (!(await removePasskey(services.db, uid, request.params.id))) throw notFound();
    return reply.code(204).send(null);
  });
}
