import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { changeMeBody, createUserBody, findUserBody, user } from '../../../shared/users.ts';
import { said } from '../../../shared/words.ts';
import { badInput, notFound, notYours } from '../../core/errors.ts';
import { holdSession } from '../../core/hold-session.ts';
import { enforce } from '../../core/rate-limit.ts';
import { signUpLimit } from '../identity/accounts/limits.ts';
import type { IdentityServices } from '../identity/identity-provider.ts';
import { requirePerson } from '../identity/sessions/person.ts';
import { browserLanguageOf } from '../identity/sessions/request-language.ts';
import { sessionCacheOf } from '../identity/sessions/session-cache.ts';
import { hasUser, presentUser, requireUser, setLanguage, upsertUser } from './data.ts';

export async function userRoutes(app: FastifyInstance, services: IdentityServices): Promise<void> {
  const { db, config, identity } = services;

  app.post('/api/user', { schema: { body: findUserBody, response: { 200: user } } }, async (request) => {
    const person = requirePerson(request);
    if (request.body.firebaseUid !== person.uid) throw notYours();
    return presentUser(await requireUser(db, person));
  });

  app.get(
    '/api/users/:uid',
    { schema: { params: z.object({ uid: z.string() }), response: { 200: user } } },
    async (request) => {
      const person = requirePerson(request);
      if (request.params.uid !== person.uid) throw notFound(said('That person could not be found.'));
      return presentUser(await requireUser(db, person));
    },
  );

  app.get('/api/me', { schema: { response: { 200: user } } }, async (request) =>
    presentUser(await requireUser(db, requirePerson(request))),
  );

  app.patch('/api/me', { schema: { body: changeMeBody, response: { 200: user } } }, async (request) => {
    const person = requirePerson(request);
    const { language } = request.body;
    if (language && !config.LANGUAGES.includes(language)) {
      const message = said('This language is not offered here.');
      throw badInput(message, { language: message });
    }
    const changed = await setLanguage(db, person, language);
    sessionCacheOf(services).forgetUid(person.uid);
    return presentUser(changed);
  });

  app.post('/api/users', { schema: { body: createUserBody, response: { 200: user } } }, async (request) => {
    const person = requirePerson(request);
    if (request.body.firebaseUid !== person.uid) throw notYours();
    // Firebase makes accounts without us; here somebody is new with their first product record.
    const limited = identity.firebase ? signUpLimit(config, request.ip) : null;
    if (limited && !(await hasUser(db, person))) await enforce(db, limited);
    // The project's name of somebody is in their token, and there only if it is theirs (`firebase-person.ts`).
    const told = identity.firebase ? { ...request.body, displayName: null } : request.body;
    const browserLanguage = browserLanguageOf(request, config.LANGUAGES);
    return db.transaction(async (tx) => {
      await holdSession(tx, person);
      return presentUser(await upsertUser(tx, person, { ...told, browserLanguage }));
    });
  });
}
