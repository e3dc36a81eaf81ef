import { ApiFailure } from '../../lib/api.ts';

/** A token proves a session while it is this fresh, ms (spec section 7: max age 5 minutes). */
export const SYNC_MAX_AGE_MS = 5 * 60 * 1000;

const SYNCED_KEY = 'session-synced';

/** The session of this browser, as last made: whose, and when. */
interface Synced {
  uid: string;
  at: number;
}

/** Whether the server has seen a proof of this person within the last five minutes, in any tab. */
export function isSynced(uid: string): boolean {
  const synced = lastSynced();
  return synced?.uid === uid && Date.now() - synced.at < SYNC_MAX_AGE_MS;
}

/** Whether a cookie may still stand that nobody is signed in to. */
export function mayHaveSession(): boolean {
  return lastSynced() !== null;
}

/**
 * Trades an ID token for the session cookie.
 * @throws {ApiFailure} when the server refuses it; the fetch's own error when it can't be reached
 */
export async function openSession(uid: string, idToken: string): Promise<void> {
  const response = await fetch('/api/session', {
    method: 'POST',
    credentials: 'include',
    headers: { authorization: `Bearer ${idToken}` },
  });
  // Read to its end: an answer left unread keeps its connection.
  const body = await response.text();
  if (!response.ok) throw new ApiFailure(response.status, response.statusText, body);
  localStorage.setItem(SYNCED_KEY, JSON.stringify({ uid, at: Date.now() } satisfies Synced));
}

/** Ends the session. If that fails, the next start without a person tries again. @returns whether it is ended */
export async function closeSession(): Promise<boolean> {
  try {
    const response = await fetch('/api/session', {
      method: 'DELETE',
      credentials: 'include',
      keepalive: true,
    });
    if (!response.ok && response.status !== 401) return false;
    localStorage.removeItem(SYNCED_KEY);
    return true;
  } catch (error) {
    console.warn('The session could not be closed', error);
    return false;
  }
}

function lastSynced(): Synced | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(SYNCED_KEY) ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('uid' in stored) || !('at' in stored)) return null;
    return typeof stored.uid === 'string' && typeof stored.at === 'number'
      ? { uid: stored.uid, at: stored.at }
      : null;
  } catch {
    return null;
  }
}
