import type { IdentityServices } from '../identity-provider.ts';
import type { Person } from './person.ts';

/** Milliseconds until a revocation by another process takes effect here. */
const FRESH_FOR = 10_000;
const MAX_ENTRIES = 10_000;

interface Entry {
  uid: string;
  person: Person | null;
  seenAt: number;
}

/** A page with many photos costs one query. Revocations by this process take effect at once. */
export class SessionCache {
  readonly #entries = new Map<string, Entry>();
  readonly #loading = new Map<string, Promise<Person | null>>();
  /** Increased by each revocation: what was read before one must not be cached after it. */
  #generation = 0;

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

  forgetUid(uid: string): void {
    this.#generation += 1;
    this.#loading.clear();
    for (const [sessionId, entry] of this.#entries) if (entry.uid === uid) this.#entries.delete(sessionId);
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

export function sessionCacheOf(services: IdentityServices): SessionCache {
  const cache = caches.get(services) ?? new SessionCache();
  caches.set(services, cache);
  return cache;
}
