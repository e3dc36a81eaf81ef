import type { Services } from '../../platform/services.ts';
import type { Person } from './person.ts';

/** Milliseconds for which another process's revocation may go unseen here. */
const FRESH_FOR = 10_000;
const MOST = 10_000;

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
    this.#moveOn();
    this.#entries.delete(sessionId);
  }

  /** Every session of an account. Call after the commit of what changed it. */
  forgetUid(uid: string): void {
    this.#moveOn();
    for (const [sessionId, entry] of this.#entries) if (entry.uid === uid) this.#entries.delete(sessionId);
  }

  #moveOn(): void {
    this.#generation += 1;
    this.#loading.clear();
  }

  #remember(sessionId: string, entry: Entry): void {
    this.#entries.delete(sessionId);
    this.#entries.set(sessionId, entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= MOST) break;
      this.#entries.delete(oldest);
    }
  }
}

const memos = new WeakMap<Services, SessionCache>();

/** The memo of a running product: one a process. */
export function sessionCacheOf(services: Services): SessionCache {
  let memo = memos.get(services);
  if (!memo) {
    memo = new SessionCache();
    memos.set(services, memo);
  }
  return memo;
}
