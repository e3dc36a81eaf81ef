import type { Auth, User } from 'firebase/auth';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiFailure } from '../../lib/api.ts';
import { closeSession, mayHaveSession, syncSessionCookie } from './session-cookie-sync.ts';

const sdk = vi.hoisted(() => ({ before: async (_user: unknown): Promise<void> => undefined }));
vi.mock('firebase/auth', () => ({
  beforeAuthStateChanged: (_auth: unknown, before: (user: unknown) => Promise<void>) => {
    sdk.before = before;
  },
}));
const fetched = vi.fn<typeof fetch>();
const answer = (status: number, code?: string) =>
  new Response(JSON.stringify({ code, message: 'A sentence.' }), { status });
const tokensSent = () =>
  fetched.mock.calls.map(([, request]) => new Headers(request?.headers).get('authorization'));

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
  fetched.mockReset().mockImplementation(async () => answer(200));
  const stored = new Map<string, string>();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  for (const method of ['warn', 'info'] as const)
    vi.spyOn(console, method).mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('renewIfOld', () => {
  it('uses the cached token while it is fresh, else a new one', async () => {
    const fresh = somebody(4);
    await syncSessionCookie(fresh.auth).renewIfOld(fresh.user);
    localStorage.setItem('session-synced', 'null');
    const old = somebody(6);
    await syncSessionCookie(old.auth).renewIfOld(old.user);
    expect(tokensSent()).toEqual(['Bearer token at hand', 'Bearer new token']);
  });

  it('does nothing within five minutes after a renewal', async () => {
    const { auth, user } = somebody();
    const cookie = syncSessionCookie(auth);
    await cookie.renewIfOld(user);
    vi.advanceTimersByTime(4 * 60_000);
    await cookie.renewIfOld(user);
    expect(fetched).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(60_000);
    await cookie.renewIfOld(user);
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it('keeps the person signed in when the server does not respond, and tries again', async () => {
    const { auth, user, signOut } = somebody();
    fetched
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValueOnce(answer(503, 'NOT_READY'));
    await syncSessionCookie(auth).renewIfOld(user);
    expect(fetched).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(fetched).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(fetched).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(fetched).toHaveBeenCalledTimes(3);
    expect(signOut).not.toHaveBeenCalled();
  });

  it('tries again for nobody after another signed in, in another tab', async () => {
    const { auth, user, signOut } = somebody();
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    await syncSessionCookie(auth).renewIfOld(user);
    localStorage.setItem('session-synced', `${Date.now()} u2`);
    fetched.mockImplementation(async () => answer(401, 'SIGN_IN_ENDED'));
    await vi.advanceTimersByTimeAsync(600_000);
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(signOut).not.toHaveBeenCalled();
  });

  it('signs out when the server refuses both the cached token and a new one', async () => {
    const { auth, user, signOut, getIdToken } = somebody();
    fetched.mockImplementation(async () => answer(401, 'SIGN_IN_NEEDED'));
    await syncSessionCookie(auth).renewIfOld(user);
    expect(getIdToken).toHaveBeenCalledWith(true);
    expect(signOut).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(fetched).toHaveBeenCalledTimes(2);
  });
});

describe('renewAfterRefusal', () => {
  it('renews once for calls that fail together', async () => {
    const { auth } = somebody();
    const cookie = syncSessionCookie(auth);
    expect(
      await Promise.all([cookie.renewAfterRefusal(), cookie.renewAfterRefusal(), cookie.renewAfterRefusal()]),
    ).toEqual([true, true, true]);
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('returns false and signs out when the sign-in was ended elsewhere', async () => {
    const { auth, signOut, getIdToken } = somebody();
    fetched.mockImplementation(async () => answer(401, 'SIGN_IN_ENDED'));
    expect(await syncSessionCookie(auth).renewAfterRefusal()).toBe(false);
    expect(getIdToken).not.toHaveBeenCalled();
    expect(signOut).toHaveBeenCalledOnce();
  });

  it('leaves the browser to another who signed in since, in another tab', async () => {
    const { auth, signOut, getIdToken } = somebody(6);
    localStorage.setItem('session-synced', `${Date.now()} u2`);
    expect(await syncSessionCookie(auth).renewAfterRefusal()).toBe(false);
    for (const asked of [fetched, getIdToken, signOut]) expect(asked).not.toHaveBeenCalled();
  });
});

it('a full storage refuses no sign-in, and its session is ended all the same', async () => {
  const { auth, user } = somebody();
  syncSessionCookie(auth);
  vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await sdk.before(user);
  expect(mayHaveSession()).toBe(true);
  expect([await closeSession(), mayHaveSession()]).toEqual([true, false]);
});

describe('withServerError: a sign-in refused by the server', () => {
  const blocked = Object.assign(new Error('Firebase: login blocked'), { code: 'auth/login-blocked' });
  const errorOf = async (response: () => Promise<Response>) => {
    const { auth, user } = somebody();
    const cookie = syncSessionCookie(auth);
    fetched.mockImplementation(response);
    // As the SDK does: whatever the callback throws, the sign-in fails with its own error.
    const signIn = async () => {
      await sdk.before(user).catch(() => Promise.reject(blocked));
    };
    return cookie.withServerError(signIn()).catch((error: unknown) => error);
  };

  it('fails with the error of the server', async () => {
    const error = await errorOf(async () => answer(403, 'EMAIL_NEEDED'));
    expect(error).toBeInstanceOf(ApiFailure);
    expect(error).toMatchObject({ status: 403, code: 'EMAIL_NEEDED' });
  });

  it('fails with the SDK’s error after a 401', async () => {
    expect(await errorOf(async () => answer(401, 'SIGN_IN_NEEDED'))).toBe(blocked);
  });

  it('fails with the SDK’s error when the server can’t be reached', async () => {
    expect(await errorOf(() => Promise.reject(new TypeError('Failed to fetch')))).toBe(blocked);
  });
});
