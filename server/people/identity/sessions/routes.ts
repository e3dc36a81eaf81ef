import type { FastifyInstance } from 'fastify';
import { securityEventList, session, sessionList, sessionsEnded } from '../../../../shared/session.ts';
import { said } from '../../../../shared/words.ts';
import { notFound, signInNeeded } from '../../../core/errors.ts';
import { noteClient } from '../../../core/http/client-networks.ts';
import { nothing, removes, uuidParams } from '../../../core/http/path-params.ts';
import { noteBrowserLanguage } from '../../users/profile.ts';
import { findAccount } from '../accounts/data.ts';
import { findBrowserOwner } from '../firebase/firebase-person.ts';
import type { IdentityServices } from '../identity-provider.ts';
import { lastSecurityEvents } from '../security-events.ts';
import { endOtherSignIns, endSignIn } from './end-sign-in.ts';
import { rememberBrowser } from './known-browser.ts';
import { openSession } from './open-session.ts';
import { requirePerson } from './person.ts';
import { browserLanguageOf } from './request-language.ts';
import {
  sessionCookieName,
  sessionCookieOf,
  sessionCookieOptions,
  sessionKeyOf,
  writeSessionCookie,
} from './session-cookie.ts';
import { listSessions } from './sessions.ts';

export async function sessionRoutes(app: FastifyInstance, services: IdentityServices): Promise<void> {
  const key = sessionKeyOf(services);
  const name = sessionCookieName(services.config);
  const options = sessionCookieOptions(services.config);
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  app.post(
    '/api/session',
    // With an ID token: Authorization: Bearer.
    { schema: { response: { 200: session } } },
    async (request, reply) => {
      const idToken = /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
      if (!idToken) throw signInNeeded();
      const cookie = sessionCookieOf(services, key, request);
      const opened = await openSession(services, idToken, cookie, request);
      await noteClient(services.db, services.config, request);
      const language = browserLanguageOf(request, services.config.LANGUAGES);
      await noteBrowserLanguage(services.db, opened.uid, language);
      const { id, uid, email, emailVerified, displayName, expiresAt } = opened;
      const written = writeSessionCookie(key, {
        sessionId: id,
        uid,
        expiresAt: Math.floor(expiresAt.getTime() / 1000),
      });
      reply.setCookie(name, written, { ...options, expires: expiresAt });
      const owner = services.identity.firebase
        ? await findBrowserOwner(services.db, uid)
        : await findAccount(services.db, uid);
      if (owner) rememberBrowser(services, request, reply, owner);
      return { uid, email, emailVerified, displayName, expiresAt: expiresAt.toISOString() };
    },
  );

  app.delete('/api/session', { schema: { response: { 204: nothing } } }, async (request, reply) => {
    const cookie = sessionCookieOf(services, key, request);
    // After a failure the cookie stays, so that the page can try again.
    if (cookie) await endSignIn(services, cookie.uid, cookie.sessionId);
    reply.clearCookie(name, options);
    return reply.code(204).send(null);
  });

  app.get('/api/sessions', { schema: { response: { 200: sessionList } } }, async (request) => {
    const { uid, sessionId } = requirePerson(request);
    const rows = await listSessions(services.db, uid);
    return rows.map((row) => ({
      id: row.id,
      current: row.id === sessionId,
      userAgent: row.userAgent,
      createdAt: row.createdAt.toISOString(),
      syncedAt: row.syncedAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
    }));
  });

  app.get('/api/security-events', { schema: { response: { 200: securityEventList } } }, async (request) =>
    lastSecurityEvents(services.db, requirePerson(request).uid),
  );

  app.delete('/api/sessions/:id', removes(uuidParams), async (request, reply) => {
    const person = requirePerson(request);
    const { id } = request.params;
    if (!(await endSignIn(services, person.uid, id)))
      throw notFound(said('That session could not be found.'));
    if (id === person.sessionId) reply.clearCookie(name, options);
    return reply.code(204).send(null);
  });

  app.delete('/api/sessions', { schema: { response: { 200: sessionsEnded } } }, async (request) => ({
    ended: await endOtherSignIns(services, requirePerson(request)),
  }));
}
