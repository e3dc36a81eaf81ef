import { and, desc, eq, gt, isNotNull, isNull, or, type SQL } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { DAY_MS } from '../../../../shared/durations.ts';
import type { Database, Executor } from '../../../core/db/database.ts';
import { notReady } from '../../../core/errors.ts';
import { hashToken } from '../../../core/secrets.ts';
import { users } from '../../users/schema.ts';
import { admitProgram, tokenOf } from '../access-tokens/admit-program.ts';
import type { IdentityServices } from '../identity-provider.ts';
import { isActive, sessions } from '../schema.ts';
import type { Person } from './person.ts';
import { sessionCacheOf } from './session-cache.ts';
import { sessionCookieOf, sessionKeyOf } from './session-cookie.ts';

/** Milliseconds after which a session ends that no page renewed; an open page renews it (ASVS 5.0, 7.3.1). */
const IDLE_LIFETIME = DAY_MS;

export async function sessionPlugin(app: FastifyInstance, { services }: { services: IdentityServices }) {
  const key = sessionKeyOf(services);
  app.decorateRequest('person', null);
  app.addHook('onRequest', async (request) => {
    const token = tokenOf(request);
    if (token !== null) {
      request.person = await findPerson(services.db, eq(sessions.tokenHash, hashToken(token)));
      return admitProgram(services, request);
    }
    const cookie = sessionCookieOf(services, key, request);
    const caller = request.headers['x-account-uid'] ?? null;
    // The cookie may be another person's, who signed in from another tab after the page was loaded.
    if (!cookie || (caller !== null && caller !== encodeURIComponent(cookie.uid))) return;
    try {
      const load = () => findPerson(services.db, sessionIs(cookie));
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
    const load = () => findPerson(services.db, sessionIs(person));
    request.person = await sessionCacheOf(services).find(person.sessionId, person.uid, load);
  });
}

// Makes Fastify apply the hooks to the parent scope; fastify-plugin sets the same symbol.
Object.assign(sessionPlugin, { [Symbol.for('skip-override')]: true });

const sessionIs = ({ sessionId, uid }: Pick<Person, 'sessionId' | 'uid'>) =>
  and(eq(sessions.id, sessionId), eq(sessions.uid, uid));

async function findPerson(db: Database, which: SQL | undefined): Promise<Person | null> {
  const [row] = await db
    .select({
      sessionId: sessions.id,
      uid: sessions.uid,
      email: sessions.email,
      emailVerified: sessions.emailVerified,
      displayName: sessions.displayName,
      language: users.language,
      scopes: sessions.scopes,
    })
    .from(sessions)
    .leftJoin(users, eq(users.accountUid, sessions.uid))
    .where(
      and(
        which,
        isActive(),
        or(isNotNull(sessions.tokenHash), gt(sessions.syncedAt, new Date(Date.now() - IDLE_LIFETIME))),
      ),
    );
  return row ?? null;
}

const SESSIONS_LISTED = 100;

/** Of browsers, or of other programs. */
export const listSessions = (db: Executor, uid: string, of: 'browsers' | 'programs' = 'browsers') =>
  db
    .select()
    .from(sessions)
    .where(
      and(eq(sessions.uid, uid), isActive(), (of === 'browsers' ? isNull : isNotNull)(sessions.tokenHash)),
    )
    .orderBy(desc(sessions.syncedAt))
    .limit(SESSIONS_LISTED);
