import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { DAY_MS } from '../../../../shared/durations.ts';
import type { Database } from '../../../core/db/database.ts';
import { notReady } from '../../../core/errors.ts';
import { users } from '../../users/schema.ts';
import type { IdentityServices } from '../identity-provider.ts';
import { sessions } from '../schema.ts';
import type { Person } from './person.ts';
import { sessionCacheOf } from './session-cache.ts';
import { type SessionCookie, sessionCookieOf, sessionKeyOf } from './session-cookie.ts';

/** Milliseconds that a cookie works without the page, which renews the session while it is open (ASVS 5.0, 7.3.1). */
const IDLE_LIFETIME = DAY_MS;

export async function sessionPlugin(
  app: FastifyInstance,
  { services }: { services: IdentityServices },
): Promise<void> {
  const key = sessionKeyOf(services);
  app.decorateRequest('person', null);
  app.addHook('onRequest', async (request) => {
    const cookie = sessionCookieOf(services, key, request);
    if (!cookie) return;
    try {
      const load = () => findPerson(services.db, cookie);
      request.person = await sessionCacheOf(services).find(cookie.sessionId, cookie.uid, load);
    } catch (error) {
      request.log.error({ err: error }, 'session could not be read');
      // Treating the person as signed out would end their work. Static pages and scripts are served all the same.
      if (request.method !== 'GET' || request.url.startsWith('/api/')) throw notReady();
    }
  });
  // A body may come slowly: whoever was signed out meanwhile must not write any more.
  app.addHook('preHandler', async (request) => {
    const { person } = request;
    if (!person || request.method === 'GET') return;
    const load = () => findPerson(services.db, person);
    request.person = await sessionCacheOf(services).find(person.sessionId, person.uid, load);
  });
}

// Makes Fastify apply the hooks to the parent scope; fastify-plugin sets the same symbol.
Object.assign(sessionPlugin, { [Symbol.for('skip-override')]: true });

async function findPerson(
  db: Database,
  { sessionId, uid }: Pick<SessionCookie, 'sessionId' | 'uid'>,
): Promise<Person | null> {
  const [row] = await db
    .select({
      email: sessions.email,
      emailVerified: sessions.emailVerified,
      displayName: sessions.displayName,
      language: users.language,
    })
    .from(sessions)
    .leftJoin(users, eq(users.accountUid, sessions.uid))
    .where(
      and(
        eq(sessions.id, sessionId),
        eq(sessions.uid, uid),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, new Date()),
        gt(sessions.syncedAt, new Date(Date.now() - IDLE_LIFETIME)),
      ),
    );
  return row ? { sessionId, uid, ...row } : null;
}

/** @returns false when the person has no such active session */
export async function revokeSession(
  services: IdentityServices,
  sessionId: string,
  uid: string,
): Promise<boolean> {
  const ended = await services.db
    .update(sessions)
    .set({ revokedAt: new Date() })
    .where(and(eq(sessions.id, sessionId), eq(sessions.uid, uid), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id });
  sessionCacheOf(services).forget(sessionId);
  return ended.length > 0;
}

const SESSIONS_LISTED = 100;

export const listSessions = (db: Database, uid: string) =>
  db
    .select()
    .from(sessions)
    .where(and(eq(sessions.uid, uid), isNull(sessions.revokedAt), gt(sessions.expiresAt, new Date())))
    .orderBy(desc(sessions.syncedAt))
    .limit(SESSIONS_LISTED);
