import { type Auth, beforeAuthStateChanged, type User } from 'firebase/auth';
import { ApiFailure } from '../../lib/api.ts';
import { isSynced, openSession, SYNC_MAX_AGE_MS } from './session-sync.ts';

/** Delays before another attempt to renew the session, ms; the last one repeats. */
const RETRY_MS = [2_000, 5_000, 15_000, 60_000];

/** Keeps the session cookie in step with the SDK's user. */
interface SessionKeeper {
  /** renews the session if its last proof is old; called when a page opens or a token is refreshed */
  sync(user: User): Promise<void>;
  /** renews the session after a 401; true when it is valid */
  resync(): Promise<boolean>;
  /** opens a session for the account as it is now */
  renew(user: User): Promise<void>;
  /** awaits a sign-in; if our server refused it, fails with the server's error */
  explained(signIn: Promise<unknown>): Promise<void>;
}

/** A person counts as signed in once the server accepted their ID token (`POST /api/session`). */
export function keepSession(auth: Auth): SessionKeeper {
  let refusal: unknown = null;
  let proving: Promise<void> | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;

  beforeAuthStateChanged(auth, async (user) => {
    if (!user) return;
    try {
      await openSession(user.uid, await user.getIdToken());
    } catch (error) {
      refusal = error;
      throw error;
    }
  });

  const prove = (user: User): Promise<void> => {
    proving ??= proveAgain(user).finally(() => {
      proving = null;
    });
    return proving;
  };

  /** Whether the server says that this sign-in was ended. */
  const endsWith = async (error: unknown): Promise<boolean> => {
    if (!isRefused(error)) return false;
    console.info('Signed out: the server no longer takes this sign-in');
    await auth.signOut();
    return true;
  };

  const sync = async (user: User, attempt = 0): Promise<void> => {
    clearTimeout(retry);
    if (isSynced(user.uid)) return;
    try {
      await prove(user);
    } catch (error) {
      if (await endsWith(error)) return;
      // The cookie may still be valid, so the person stays signed in and the renewal is tried again.
      console.warn('The session could not be renewed', error);
      const wait = RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)];
      retry = setTimeout(() => {
        if (auth.currentUser?.uid === user.uid) void sync(auth.currentUser, attempt + 1);
      }, wait);
    }
  };

  return {
    sync: (user) => sync(user),
    resync: async () => {
      const user = auth.currentUser;
      if (!user) return false;
      try {
        await prove(user);
        return true;
      } catch (error) {
        console.warn('The session could not be renewed', error);
        await endsWith(error);
        return false;
      }
    },
    renew: async (user) => openSession(user.uid, await user.getIdToken(true)),
    explained: async (signIn) => {
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
async function proveAgain(user: User): Promise<void> {
  const { issuedAtTime, token } = await user.getIdTokenResult();
  if (Date.now() - Date.parse(issuedAtTime) < SYNC_MAX_AGE_MS) {
    try {
      return await openSession(user.uid, token);
    } catch (error) {
      if (!isRefused(error) || error.code === 'SIGN_IN_ENDED') throw error;
    }
  }
  await openSession(user.uid, await user.getIdToken(true));
}

function isRefused(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure && error.status === 401;
}
