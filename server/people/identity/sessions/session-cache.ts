import type { IdentityServices } from '../identity-provider.ts';
import type { Person } from './person.ts';

/** Milliseconds until a revocation by another process takes effect here. */
const FRESH_FOR = 10_000;
const MAX_ENTRIES = 10_000;

interface Entry {
  uid: string;
  /** read, or being read: concurrent requests wait for one query */
  person: Promise<Person | null>;
  seenAt: number;
}

/** A page with many photos costs one query. Revocations by this process take effect at once. */
export class SessionCache {
  readonly #entries = new Map<string, Entry>();

  find(sessionId: string, uid: string, load: () => Promise<Person | null>, now = performance.now()) {
    const known = this.#entries.get(sessionId);
    if (known?.uid === uid && now - known.seenAt < FRESH_FOR) return known.person;
    const entry: Entry = { uid, person: load(), seenAt: now };
    entry.person.catch(() => {
      if (this.#entries.get(sessionId) === entry) this.#entries.delete(sessionId);
    });
    this.#entries.delete(sessionId);
    this.#entries.set(sessionId, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > MAX_ENTRIES && oldest !== undefined) this.#entries.delete(oldest);
    return entry.person;
  }

  forgetUid(uid: string): void {
    for (const [sessionId, entry] of this.#entries) if (entry.uid === uid) this.#entries.delete(sessionId);
  }
}

const caches = new WeakMap<IdentityServices, SessionCache>();

export function sessionCacheOf(services: IdentityServices): SessionCache {
  const cache = caches.get(services) ?? new SessionCache();
  caches.set(services, cache);
  return cache;
}
