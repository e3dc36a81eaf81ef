import { type Auth, beforeAuthStateChanged, type User } from 'firebase/auth';
import { ApiFailure, call } from '../../lib/api.ts';
import { keepText, keptText } from '../../lib/kept-text.ts';

/** Delays before another attempt to renew the session, ms; the last one repeats. */
const RETRY_MS = [2_000, 5_000, 15_000, 60_000];

/** Maximum age of a token that proves a session, ms (spec section 7: 5 minutes). */
const SYNC_MAX_AGE_MS = 5 * 60 * 1000;

/** Key of the time at which this browser's session was last opened, ms since 1970, and of its uid. */
const SYNCED_KEY = 'session-synced';

/**
 * Keeps the session cookie in step with the SDK's user: a person counts as signed in once the server accepted their ID
 * token (`POST /api/session`).
 */
export function syncSessionCookie(auth: Auth) {
  let refusal: unknown = null;
  let renewing: Promise<void> | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;

  beforeAuthStateChanged(auth, async (user) => {
    if (!user) return;
    try {
      const name = await openSession(user.uid, await user.getIdToken());
      // Of an account that began empty, the SDK still has the name that a stranger gave it.
      if (user.displayName && name === null)
        await user.reload().catch((error: unknown) => console.warn('The name was not read again', error));
    } catch (error) {
      refusal = error;
      throw error;
    }
  });

  const renewCookie = (user: User): Promise<void> => {
    renewing ??= openSessionWithToken(user).finally(() => {
      renewing = null;
    });
    return renewing;
  };

  /** @returns whether the server no longer takes this sign-in */
  const signOutIfRefused = async (error: unknown): Promise<boolean> => {
    if (!isRefused(error)) return false;
    console.info('Signed out: the server no longer takes this sign-in');
    await auth.signOut();
    return true;
  };

  const renewIfOld = async (user: User, attempt = 0): Promise<void> => {
    clearTimeout(retry);
    if (isSynced(user.uid)) return;
    try {
      await renewCookie(user);
    } catch (error) {
      if (await signOutIfRefused(error)) return;
      // The cookie may still be valid, so the person stays signed in and the renewal is tried again.
      console.warn('The session could not be renewed', error);
      const wait = RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)];
      retry = setTimeout(() => {
        if (auth.currentUser?.uid === user.uid && !isOfAnother(user.uid))
          void renewIfOld(auth.currentUser, attempt + 1);
      }, wait);
    }
  };

  return {
    renewIfOld: (user: User) => renewIfOld(user),
    /** After a 401. @returns whether the cookie is valid */
    renewAfterRefusal: async () => {
      const user = auth.currentUser;
      // The SDK may not know yet that another person signed in, in another tab: to sign out here would sign them out.
      if (!user || isOfAnother(user.uid)) return false;
      try {
        await renewCookie(user);
        return true;
      } catch (error) {
        console.warn('The session could not be renewed', error);
        await signOutIfRefused(error);
        return false;
      }
    },
    renewWithNewToken: async (user: User) => openSession(user.uid, await user.getIdToken(true)),
    withServerError: async (signIn: Promise<unknown>) => {
      refusal = null;
      try {
        await signIn;
      } catch (error) {
        // The SDK turns every refusal into 'login-blocked'; the server's error says more, except for a 401.
        throw refusal instanceof ApiFailure && refusal.status !== 401 ? refusal : error;
      }
    },
  };
}

/** A recent token is enough unless the server wants a newer one; a sign-in that was ended has none. */
async function openSessionWithToken(user: User): Promise<void> {
  const { issuedAtTime, token } = await user.getIdTokenResult();
  if (Date.now() - Date.parse(issuedAtTime) < SYNC_MAX_AGE_MS) {
    try {
      await openSession(user.uid, token);
      return;
    } catch (error) {
      if (!isRefused(error) || error.code === 'SIGN_IN_ENDED') throw error;
    }
  }
  await openSession(user.uid, await user.getIdToken(true));
}

const isRefused = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && error.status === 401;

/** Whether any tab renewed this person's session within the last five minutes. */
function isSynced(uid: string): boolean {
  const [at, whose] = keptText(localStorage, SYNCED_KEY)?.split(' ') ?? [];
  return whose === uid && Date.now() - Number(at) < SYNC_MAX_AGE_MS;
}

/** Whether the session that this browser opened last is another person's. */
const isOfAnother = (uid: string): boolean =>
  keptText(localStorage, SYNCED_KEY)?.endsWith(` ${uid}`) === false;

/** Whether this browser may still have a session cookie. */
export const mayHaveSession = (): boolean => keptText(localStorage, SYNCED_KEY) !== null;

/**
 * Exchanges an ID token for the session cookie.
 * @returns the person's name, as the server has it
 * @throws {ApiFailure} when the server refuses it; the fetch's own error when it can't be reached
 */
export async function openSession(uid: string, idToken: string): Promise<string | null> {
  const response = await call('/api/session', {
    method: 'POST',
    headers: { authorization: `Bearer ${idToken}` },
  });
  // Read to the end: an unread response keeps its connection.
  const body = await response.text();
  if (!response.ok) throw new ApiFailure(response.status, response.statusText, body);
  keepText(localStorage, SYNCED_KEY, `${Date.now()} ${uid}`);
  const { displayName }: { displayName: string | null } = JSON.parse(body);
  return displayName;
}

/** Ends the session; after a failure the next start tries again. @returns whether it is ended */
export async function closeSession(): Promise<boolean> {
  try {
    const response = await call('/api/session', { method: 'DELETE', keepalive: true });
    if (!response.ok && response.status !== 401) return false;
    keepText(localStorage, SYNCED_KEY, null);
    return true;
  } catch (error) {
    console.warn('The session could not be closed', error);
    return false;
  }
}
