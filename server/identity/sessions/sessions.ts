import { and, eq, gt, isNull } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notReady } from '../../errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { sessions } from '../../platform/db/schema/identity.ts';
import { deriveKey } from '../../platform/secrets.ts';
import type { Services } from '../../platform/services.ts';
import type { Person } from './person.ts';
import { sessionCacheOf } from './session-cache.ts';
import { readTicket, type SessionTicket, sessionCookieName } from './session-cookie.ts';

/**
 * Signs the session cookies of this product. Another key for each provider, so that no cookie outlives a change
 * of provider: least of all one from an emulator, which anybody can have.
 */
export function sessionKeyOf({ sessionSecret, identity: { firebase } }: Services): Buffer {
  if (!firebase) return deriveKey(sessionSecret, 'session cookie');
  const of = firebase.emulatorHost ? 'emulator' : 'Firebase';
  return deriveKey(sessionSecret, `session cookie ${of} ${firebase.projectId}`);
}

/** Gives every request its `person`: whoever its session cookie belongs to, or null. */
export async function sessionPlugin(
  app: FastifyInstance,
  { services }: { services: Services },
): Promise<void> {
  const key = sessionKeyOf(services);
  app.decorateRequest('person', null);
  app.addHook('onRequest', async (request) => {
    const ticket = ticketOf(services, key, request);
    if (!ticket) return;
    try {
      const load = () => findPerson(services.db, ticket);
      request.person = await sessionCacheOf(services).find(ticket.sessionId, ticket.uid, load);
    } catch (error) {
      request.log.error({ err: error }, 'session could not be read');
      // 'Signed out' would be untrue and costly to believe; a page or a script of the app needs nobody's name.
      if (request.method !== 'GET' || request.url.startsWith('/api/')) throw notReady();
    }
  });
}

// Fastify's own mark for a plugin that works on its parent, not in a scope of its own (fastify-plugin sets it).
Object.assign(sessionPlugin, { [Symbol.for('skip-override')]: true });

/** What the session cookie of a request says, if it is one of ours and not over. */
export function ticketOf(services: Services, key: Buffer, request: FastifyRequest): SessionTicket | null {
  const cookie = request.cookies[sessionCookieName(services.config)];
  return cookie ? readTicket(key, cookie) : null;
}

async function findPerson(db: Database, { sessionId, uid }: SessionTicket): Promise<Person | null> {
  const [row] = await db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.id, sessionId),
        eq(sessions.uid, uid),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, new Date()),
      ),
    );
  if (!row) return null;
  const { email, emailVerified, displayName } = row;
  return { sessionId, uid, email, emailVerified, displayName };
}
