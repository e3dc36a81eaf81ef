import { ApiFailure } from '../../lib/api.ts';

/** Maximum age of a token that proves a session, ms (spec section 7: 5 minutes). */
export const SYNC_MAX_AGE_MS = 5 * 60 * 1000;

const SYNCED_KEY = 'session-synced';

/** The last session of this browser: uid and time. */
interface Synced {
  uid: string;
  at: number;
}

/** Whether any tab renewed this person's session within the last five minutes. */
export function isSynced(uid: string): boolean {
  const synced = lastSynced();
  return synced?.uid === uid && Date.now() - synced.at < SYNC_MAX_AGE_MS;
}

/** Whether a session cookie may be left. */
export function mayHaveSession(): boolean {
  return lastSynced() !== null;
}

/**
 * Exchanges an ID token for the session cookie.
 * @throws {ApiFailure} when the server refuses it; the fetch's own error when it can't be reached
 */
export async function openSession(uid: string, idToken: string): Promise<void> {
  const response = await fetch('/api/session', {
    method: 'POST',
    credentials: 'include',
    headers: { authorization: `Bearer ${idToken}` },
  });
  // Read to the end: an unread response keeps its connection.
  const body = await response.text();
  if (!response.ok) throw new ApiFailure(response.status, response.statusText, body);
  localStorage.setItem(SYNCED_KEY, JSON.stringify({ uid, at: Date.now() } satisfies Synced));
}

/** Ends the session; after a failure the next start tries again. @returns whether it is ended */
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
