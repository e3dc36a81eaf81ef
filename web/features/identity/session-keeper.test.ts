import type { Auth, User } from 'firebase/auth';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiFailure } from '../../lib/api.ts';
import { keepSession } from './session-keeper.ts';
import { isSynced, openSession } from './session-sync.ts';

const sdk = vi.hoisted(() => ({ before: async (_user: unknown): Promise<void> => undefined }));
vi.mock('firebase/auth', () => ({
  beforeAuthStateChanged: (_auth: unknown, before: (user: unknown) => Promise<void>) => {
    sdk.before = before;
  },
}));
vi.mock('./session-sync.ts', () => ({
  SYNC_MAX_AGE_MS: 300_000,
  isSynced: vi.fn(() => false),
  openSession: vi.fn(async () => undefined),
}));
const opened = vi.mocked(openSession);

const failure = (status: number, code: string, message = 'A sentence.') =>
  new ApiFailure(status, '', JSON.stringify({ code, message }));

/** An account whose token is so many minutes old, and what of the SDK is used of it. */
function somebody(minutes = 1) {
  const getIdToken = vi.fn(async (_force?: boolean) => 'new token');
  const signOut = vi.fn(async () => undefined);
  const issuedAtTime = new Date(Date.now() - minutes * 60_000).toUTCString();
  const result = {
    token: 'token at hand',
    issuedAtTime,
    authTime: issuedAtTime,
    expirationTime: issuedAtTime,
  };
  const parts: Pick<User, 'uid' | 'getIdToken' | 'getIdTokenResult'> = {
    uid: 'u1',
    getIdToken,
    getIdTokenResult: async () => ({ ...result, signInProvider: null, signInSecondFactor: null, claims: {} }),
  };
  const user = parts as User;
  const project: Pick<Auth, 'currentUser' | 'signOut'> = { currentUser: user, signOut };
  return { user, auth: project as Auth, getIdToken, signOut };
}

beforeEach(() => {
  vi.useFakeTimers();
  opened.mockReset().mockResolvedValue(undefined);
  vi.mocked(isSynced).mockReturnValue(false);
  for (const method of ['warn', 'info'] as const)
    vi.spyOn(console, method).mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('sync', () => {
  it('uses the cached token while it is fresh, else a new one', async () => {
    const fresh = somebody(4);
    await keepSession(fresh.auth).sync(fresh.user);
    const old = somebody(6);
    await keepSession(old.auth).sync(old.user);
    expect(opened.mock.calls).toEqual([
      ['u1', 'token at hand'],
      ['u1', 'new token'],
    ]);
  });

  it('does nothing after a renewal within the last minutes', async () => {
    vi.mocked(isSynced).mockReturnValue(true);
    const { auth, user } = somebody();
    await keepSession(auth).sync(user);
    expect(opened).not.toHaveBeenCalled();
  });

  it('keeps the person signed in when the server does not respond, and tries again', async () => {
    const { auth, user, signOut } = somebody();
    opened
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockRejectedValueOnce(failure(503, 'NOT_READY'));
    await keepSession(auth).sync(user);
    expect(opened).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(opened).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(opened).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(opened).toHaveBeenCalledTimes(3);
    expect(signOut).not.toHaveBeenCalled();
  });

  it('signs out when the server refuses both the cached token and a new one', async () => {
    const { auth, user, signOut, getIdToken } = somebody();
    opened.mockRejectedValue(failure(401, 'SIGN_IN_NEEDED'));
    await keepSession(auth).sync(user);
    expect(getIdToken).toHaveBeenCalledWith(true);
    expect(signOut).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(opened).toHaveBeenCalledTimes(2);
  });
});

describe('resync', () => {
  it('renews once for calls that fail together', async () => {
    const { auth } = somebody();
    const keeper = keepSession(auth);
    expect(await Promise.all([keeper.resync(), keeper.resync(), keeper.resync()])).toEqual([
      true,
      true,
      true,
    ]);
    expect(opened).toHaveBeenCalledTimes(1);
  });

  it('returns false and signs out when the sign-in was ended elsewhere', async () => {
    const { auth, signOut, getIdToken } = somebody();
    opened.mockRejectedValue(failure(401, 'SIGN_IN_ENDED'));
    expect(await keepSession(auth).resync()).toBe(false);
    expect(getIdToken).not.toHaveBeenCalled();
    expect(signOut).toHaveBeenCalledOnce();
  });
});

describe('explained: a sign-in refused by the server', () => {
  const blocked = Object.assign(new Error('Firebase: login blocked'), { code: 'auth/login-blocked' });
  const attempt = async (refusal: unknown) => {
    const { auth, user } = somebody();
    const keeper = keepSession(auth);
    opened.mockRejectedValue(refusal);
    // As the SDK does: whatever the callback throws, the sign-in fails with its own error.
    const signIn = async () => {
      await sdk.before(user).catch(() => Promise.reject(blocked));
    };
    return keeper.explained(signIn()).catch((error: unknown) => error);
  };

  it('fails with the error of the server', async () => {
    const refusal = failure(403, 'EMAIL_NEEDED');
    expect(await attempt(refusal)).toBe(refusal);
  });

  it.each([failure(401, 'SIGN_IN_NEEDED'), new TypeError('Failed to fetch')])(
    'fails with the SDK’s error where there are none: %s',
    async (refusal) => {
      expect(await attempt(refusal)).toBe(blocked);
    },
  );
});
