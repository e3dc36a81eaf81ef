import type { CookieSerializeOptions } from '@fastify/cookie';
import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../../core/config.ts';
import type { Database } from '../../../core/db/database.ts';
import { notReady } from '../../../core/errors.ts';
import { deriveKey } from '../../../core/secrets.ts';
import { isSameSecret, sign } from '../../../core/signatures.ts';
import { users } from '../../users/schema.ts';
import type { IdentityServices } from '../identity-provider.ts';
import { sessions } from '../schema.ts';
import type { Person } from './person.ts';

/** Content of the session cookie. Signed, so that a forged one causes no query. */
export interface SessionCookie {
  sessionId: string;
  uid: string;
  /** seconds since 1970 */
  expiresAt: number;
}

const isHttps = (config: Config) => config.publicUrl.startsWith('https:');

/** `__Host-` binds the cookie to this host over https; browsers refuse the prefix over http. */
export function sessionCookieName(config: Config): string {
  return isHttps(config) ? '__Host-session' : 'session';
}

/** Options for setting and for clearing the cookie, which must match. */
export function sessionCookieOptions(config: Config): CookieSerializeOptions {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps(config) };
}

/** `<session id>.<uid>.<expiry>.<HMAC-SHA256>` */
export function writeSessionCookie(key: Buffer, { sessionId, uid, expiresAt }: SessionCookie): string {
  const content = [sessionId, Buffer.from(uid).toString('base64url'), String(expiresAt)].join('.');
  return `${content}.${sign(key, content)}`;
}

/** @returns null when the cookie is forged, malformed or expired */
export function readSessionCookie(key: Buffer, cookie: string, now = Date.now()): SessionCookie | null {
  if (cookie.length > 1_024) return null;
  const parts = /^(([0-9a-f-]{36})\.([\w-]+)\.(\d{1,12}))\.([\w-]{43})$/.exec(cookie);
  const [, content, sessionId, uid, expiresAt, given] = parts ?? [];
  if (!content || !sessionId || !uid || !expiresAt || !given) return null;
  if (!isSameSecret(given, sign(key, content))) return null;
  if (Number(expiresAt) * 1000 <= now) return null;
  return { sessionId, uid: Buffer.from(uid, 'base64url').toString(), expiresAt: Number(expiresAt) };
}

/** Milliseconds until a revocation by another process takes effect here. */
const FRESH_FOR = 10_000;
const MAX_ENTRIES = 10_000;

interface Entry {
  uid: string;
  person: Person | null;
  seenAt: number;
}

/**
 * Caches for ten seconds which person a session belongs to, so that a page with many photos costs one query.
 * Revocations by this process take effect at once.
 */
export class SessionCache {
  readonly #entries = new Map<string, Entry>();
  readonly #loading = new Map<string, Promise<Person | null>>();
  /** Increased by each revocation: what was read before one must not be cached after it. */
  #generation = 0;

  /** @param load reads the session's row; null when it is revoked, expired or deleted */
  async find(sessionId: string, uid: string, load: () => Promise<Person | null>, now = Date.now()) {
    const known = this.#entries.get(sessionId);
    if (known?.uid === uid && now - known.seenAt < FRESH_FOR) return known.person;
    const loads = `${sessionId} ${uid}`;
    const already = this.#loading.get(loads);
    if (already) return already;
    const generation = this.#generation;
    const loading = load()
      .then((person) => {
        if (generation === this.#generation) this.#remember(sessionId, { uid, person, seenAt: now });
        return person;
      })
      .finally(() => {
        if (this.#loading.get(loads) === loading) this.#loading.delete(loads);
      });
    this.#loading.set(loads, loading);
    return loading;
  }

  forget(sessionId: string): void {
    this.#discardLoads();
    this.#entries.delete(sessionId);
  }

  /** Removes every session of an account. Call after the commit that changed it. */
  forgetUid(uid: string): void {
    this.#discardLoads();
    for (const [sessionId, entry] of this.#entries) if (entry.uid === uid) this.#entries.delete(sessionId);
  }

  #discardLoads(): void {
    this.#generation += 1;
    this.#loading.clear();
  }

  #remember(sessionId: string, entry: Entry): void {
    this.#entries.delete(sessionId);
    this.#entries.set(sessionId, entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= MAX_ENTRIES) break;
      this.#entries.delete(oldest);
    }
  }
}

const caches = new WeakMap<IdentityServices, SessionCache>();

/** The cache of the running product: one per process. */
export function sessionCacheOf(services: IdentityServices): SessionCache {
  let cache = caches.get(services);
  if (!cache) {
    cache = new SessionCache();
    caches.set(services, cache);
  }
  return cache;
}

/**
 * The key that signs session cookies. Each provider has its own, so that cookies end with a change of provider,
 * above all those of an emulator, which anybody can obtain.
 */
export function sessionKeyOf({ sessionSecret, identity: { firebase } }: IdentityServices): Buffer {
  if (!firebase) return deriveKey(sessionSecret, 'session cookie');
  const of = firebase.emulatorHost ? 'emulator' : 'Firebase';
  return deriveKey(sessionSecret, `session cookie ${of} ${firebase.projectId}`);
}

/** Sets every request's `person`: the owner of its session cookie, or null. */
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

/** The content of the session cookie of a request; null when missing or not valid. */
export function sessionCookieOf(
  services: IdentityServices,
  key: Buffer,
  request: FastifyRequest,
): SessionCookie | null {
  const cookie = request.cookies[sessionCookieName(services.config)];
  return cookie ? readSessionCookie(key, cookie) : null;
}

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
    .leftJoin(users, eq(users.firebaseUid, sessions.uid))
    .where(
      and(
        eq(sessions.id, sessionId),
        eq(sessions.uid, uid),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, new Date()),
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

/** Where a person is signed in, the sessions used last first. */
export const listSessions = (db: Database, uid: string) =>
  db
    .select()
    .from(sessions)
    .where(and(eq(sessions.uid, uid), isNull(sessions.revokedAt), gt(sessions.expiresAt, new Date())))
    .orderBy(desc(sessions.syncedAt))
    .limit(SESSIONS_LISTED);
