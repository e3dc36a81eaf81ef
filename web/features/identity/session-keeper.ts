import { type Auth, beforeAuthStateChanged, type User } from 'firebase/auth';
import { ApiFailure } from '../../lib/api.ts';
import { isSynced, openSession, SYNC_MAX_AGE_MS } from './session-sync.ts';

/** Waits before a session that could not be renewed is tried again, ms; the last one repeats. */
const RETRY_MS = [2_000, 5_000, 15_000, 60_000];

/** Keeps the session cookie in step with whoever the SDK has signed in. */
interface SessionKeeper {
  /** a page that opens, or a token that was refreshed, proves the session anew when its last proof is old */
  sync(user: User): Promise<void>;
  /** proves the session after a 401; true when it stands */
  resync(): Promise<boolean>;
  /** a session for the account as it is now */
  renew(user: User): Promise<void>;
  /** awaits a sign-in; one that our server refused fails with the server's own words */
  explained(signIn: Promise<unknown>): Promise<void>;
}

/** Nobody is signed in before the server has taken their ID token (`POST /api/session`). */
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

  /** True when the server says that this sign-in is no good any more. */
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
      // The cookie may well be good still, so the person stays; the proof is tried again.
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
        // The SDK calls every refusal of ours 'login-blocked'. A 401 would say no more than that.
        throw refusal instanceof ApiFailure && refusal.status !== 401 ? refusal : error;
      }
    },
  };
}

/** A token of the last minutes will do, unless the server wants a newer one; a sign-in that was ended has none. */
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
