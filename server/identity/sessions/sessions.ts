import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CookieSerializeOptions } from '@fastify/cookie';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { notReady } from '../../errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { sessions } from '../../platform/db/schema/identity.ts';
import { deriveKey } from '../../platform/secrets.ts';
import type { Services } from '../../platform/services.ts';
import type { Person } from './person.ts';

/** What the cookie says. Signed, so that a forged one never reaches the database. */
export interface SessionTicket {
  sessionId: string;
  uid: string;
  /** seconds since 1970 */
  expiresAt: number;
}

const isHttps = (config: Config) => config.publicUrl.startsWith('https:');

/** `__Host-` binds it to this very host over https; browsers refuse the prefix on plain http. */
export function sessionCookieName(config: Config): string {
  return isHttps(config) ? '__Host-session' : 'session';
}

/** The same for setting and clearing, or the browser would not find what to clear. */
export function sessionCookieOptions(config: Config): CookieSerializeOptions {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps(config) };
}

/** `<session id>.<uid>.<expiry>.<HMAC-SHA256>` */
export function writeTicket(key: Buffer, { sessionId, uid, expiresAt }: SessionTicket): string {
  const content = [sessionId, Buffer.from(uid).toString('base64url'), String(expiresAt)].join('.');
  return `${content}.${mac(key, content)}`;
}

/** @returns null when it is forged, altered, malformed or over */
export function readTicket(key: Buffer, cookie: string, now = Date.now()): SessionTicket | null {
  if (cookie.length > 1_024) return null;
  const parts = /^(([0-9a-f-]{36})\.([\w-]+)\.(\d{1,12}))\.([\w-]{43})$/.exec(cookie);
  const [, content, sessionId, uid, expiresAt, given] = parts ?? [];
  if (!content || !sessionId || !uid || !expiresAt || !given) return null;
  // Both are 43 characters here: the pattern above says so, and so does SHA-256.
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(mac(key, content)))) return null;
  if (Number(expiresAt) * 1000 <= now) return null;
  return { sessionId, uid: Buffer.from(uid, 'base64url').toString(), expiresAt: Number(expiresAt) };
}

function mac(key: Buffer, content: string): string {
  return createHmac('sha256', key).update(content).digest('base64url');
}

/** Milliseconds for which another process's revocation may go unseen here. */
const FRESH_FOR = 10_000;
const MAX_ENTRIES = 10_000;

interface Entry {
  uid: string;
  person: Person | null;
  seenAt: number;
}

/**
 * Remembers for ten seconds who a session belongs to, so that a page of photos costs one query and not one a
 * photo. What this process revokes it forgets at once.
 */
export class SessionCache {
  readonly #entries = new Map<string, Entry>();
  readonly #loading = new Map<string, Promise<Person | null>>();
  /** Moves on with each revocation: what was read before it must not be remembered after it. */
  #generation = 0;

  /** @param load reads the session's row; null when it is revoked, over or gone */
  async find(sessionId: string, uid: string, load: () => Promise<Person | null>, now = Date.now()) {
    const known = this.#entries.get(sessionId);
    if (known && now - known.seenAt < FRESH_FOR) return known.person;
    const already = this.#loading.get(sessionId);
    if (already) return already;
    const generation = this.#generation;
    const loading = load()
      .then((person) => {
        if (generation === this.#generation) this.#remember(sessionId, { uid, person, seenAt: now });
        return person;
      })
      .finally(() => {
        if (this.#loading.get(sessionId) === loading) this.#loading.delete(sessionId);
      });
    this.#loading.set(sessionId, loading);
    return loading;
  }

  forget(sessionId: string): void {
    this.#discardLoads();
    this.#entries.delete(sessionId);
  }

  /** Every session of an account. Call after the commit of what changed it. */
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

const caches = new WeakMap<Services, SessionCache>();

/** The memo of a running product: one a process. */
export function sessionCacheOf(services: Services): SessionCache {
  let cache = caches.get(services);
  if (!cache) {
    cache = new SessionCache();
    caches.set(services, cache);
  }
  return cache;
}

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

/** @returns false when there is no such session of this person, or it has ended already */
export async function revokeSession(services: Services, sessionId: string, uid: string): Promise<boolean> {
  const ended = await services.db
    .update(sessions)
    .set({ revokedAt: new Date() })
    .where(and(eq(sessions.id, sessionId), eq(sessions.uid, uid), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id });
  sessionCacheOf(services).forget(sessionId);
  return ended.length > 0;
}
