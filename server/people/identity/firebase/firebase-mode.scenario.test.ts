import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { IdentityClient } from '../../../../test/identity/identity-client.ts';
import { SoftAuthenticator } from '../../../../test/identity/soft-authenticator.ts';
import {
  type GoogleStandIn,
  PROJECT,
  serviceAccount,
  startGoogleStandIn,
} from '../../../../test/stand-ins/google-stand-in.ts';
import { startTestProduct, type TestProduct } from '../../../../test/support/test-product.ts';
import { users } from '../../users/schema.ts';

const SETTINGS = {
  FIREBASE_PROJECT_ID: PROJECT,
  FIREBASE_API_KEY: 'AIza-plum',
  FIREBASE_SERVICE_ACCOUNT: serviceAccount(PROJECT),
  SIGN_UPS_PER_NETWORK_A_DAY: '2',
};

let google: GoogleStandIn;
let product: TestProduct;
let client: IdentityClient;
beforeAll(async () => {
  google = await startGoogleStandIn();
  product = await startTestProduct({ env: SETTINGS, outside: google.outside });
  client = new IdentityClient(product);
});
afterAll(async () => {
  await product.close();
  await google.close();
});

const list = (cookie: string) => product.app.inject({ url: '/api/sessions', headers: { cookie } });
const uidOf = (name: string) => ({ sub: name, user_id: name, email: `${name}@example.com` });

async function open(change: Record<string, unknown> = {}, cookie?: string) {
  const answer = await client.openSession(await google.idToken(change), cookie ? { cookie } : {});
  const [set] = answer.cookies;
  return { answer, cookie: set ? `${set.name}=${set.value}` : '', expires: set?.expires?.getTime() ?? 0 };
}

describe('session from a Firebase ID token', () => {
  it('has the profile and the expiry of the token', async () => {
    const { answer, cookie, expires } = await open();
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      uid: 'firebase-uid-1',
      email: 'maren@example.com',
      emailVerified: true,
      displayName: 'Maren Oakes',
    });
    expect((await list(cookie)).json()).toHaveLength(1);
    expect(expires - Date.now()).toBeLessThanOrEqual(3600_000);
    expect(expires - Date.now()).toBeGreaterThan(3500_000);
  });

  it('creates the product record and updates it when the profile changes', async () => {
    const person = uidOf('firebase-uid-2');
    const { cookie } = await open({ ...person, email_verified: false });
    const made = await product.app.inject({
      method: 'POST',
      url: '/api/users',
      headers: { ...product.origin, cookie },
      payload: { firebaseUid: person.sub },
    });
    expect(made.json()).toMatchObject({ email: person.email, emailVerified: false });
    await open({ ...person, name: 'Maren O.' }, cookie);
    const rows = await product.services.db.select().from(users);
    expect(rows).toMatchObject([{ accountUid: person.sub, emailVerified: true, displayName: 'Maren O.' }]);
  });

  it('is renewed by a later token of the same sign-in and replaced by another sign-in', async () => {
    const person = uidOf('firebase-uid-3');
    const authTime = Math.floor(Date.now() / 1000) - 100;
    const first = await open({ ...person, auth_time: authTime, exp: authTime + 1800 });
    const renewed = await open({ ...person, auth_time: authTime }, first.cookie);
    expect(renewed.expires).toBeGreaterThan(first.expires);
    expect((await list(renewed.cookie)).json()).toHaveLength(1);
    const again = await open({ ...person, auth_time: authTime + 50 }, renewed.cookie);
    expect((await list(again.cookie)).json()).toHaveLength(1);
    expect((await list(renewed.cookie)).statusCode).toBe(401);
  });

  it('is refused for an identity without an address', async () => {
    const { answer } = await open({ ...uidOf('firebase-uid-4'), email: undefined });
    expect(answer.statusCode).toBe(403);
    expect(answer.json().code).toBe('EMAIL_NEEDED');
  });

  it('stays ended after sign-out from another browser, although the token is still valid', async () => {
    const person = uidOf('firebase-uid-5');
    const now = Math.floor(Date.now() / 1000);
    const [here, there, third] = [now - 300, now - 200, now - 100];
    const a = await open({ ...person, auth_time: here });
    const b = await open({ ...person, auth_time: there });
    await open({ ...person, auth_time: third });
    const sessions: { id: string; current: boolean }[] = (await list(b.cookie)).json();
    const own = sessions.find(({ current }) => current)?.id;
    const headers = { ...product.origin, cookie: a.cookie };
    await product.app.inject({ method: 'DELETE', url: `/api/sessions/${own}`, headers });
    expect((await list(b.cookie)).statusCode).toBe(401);
    const back = await open({ ...person, auth_time: there });
    expect(back.answer.statusCode).toBe(401);
    expect(back.answer.json().code).toBe('SIGN_IN_ENDED');

    const all = await product.app.inject({ method: 'DELETE', url: '/api/sessions', headers });
    expect(all.json()).toEqual({ ended: 1 });
    expect((await open({ ...person, auth_time: third })).answer.statusCode).toBe(401);
    expect((await open({ ...person, auth_time: here }, a.cookie)).answer.statusCode).toBe(200);
    // Within clock skew, and after the cut-off, however long the steps above took.
    const anew = Math.floor(Date.now() / 1000) + 1;
    expect((await open({ ...person, auth_time: anew })).answer.statusCode).toBe(200);
    expect((await open({ ...uidOf('firebase-uid-6'), auth_time: third })).answer.statusCode).toBe(200);
  });
});

describe('sign-out in Firebase mode', () => {
  it('refuses every token of that sign-in afterwards, and takes those of another', async () => {
    const person = uidOf('firebase-uid-7');
    const authTime = Math.floor(Date.now() / 1000) - 300;
    const mine = { ...person, auth_time: authTime };
    const { cookie } = await open(mine);
    const headers = { ...product.origin, cookie };
    expect((await product.app.inject({ method: 'DELETE', url: '/api/session', headers })).statusCode).toBe(
      204,
    );
    expect((await list(cookie)).statusCode).toBe(401);
    const replayed = await open(mine);
    expect(replayed.answer.statusCode).toBe(401);
    expect(replayed.answer.json().code).toBe('SIGN_IN_ENDED');
    expect((await open({ ...person, auth_time: authTime + 100 })).answer.statusCode).toBe(200);
  });
});

describe('Firebase ID token', () => {
  const statusOf = async (token: string) => (await client.openSession(token)).statusCode;
  const now = () => Math.floor(Date.now() / 1000);

  it.each([
    ['another project', { aud: 'other-project' }],
    ['another issuer', { iss: 'https://securetoken.google.com/other-project' }],
    ['our own service', { iss: 'http://localhost:3000/identity', aud: 'embedded' }],
    ['no one', { sub: '' }],
    ['the past', { exp: Math.floor(Date.now() / 1000) - 61 }],
    ['the future', { iat: Math.floor(Date.now() / 1000) + 120 }],
  ])('%s is refused', async (_what, change) => {
    expect(await statusOf(await google.idToken(change))).toBe(401);
  });

  it('tolerates a minute of clock skew in both directions', async () => {
    expect(await statusOf(await google.idToken({ exp: now() - 50 }))).toBe(200);
    expect(await statusOf(await google.idToken({ iat: now() + 50, auth_time: now() + 50 }))).toBe(200);
  });

  it('is refused without a signature and with one by another key', async () => {
    const good = await google.idToken();
    const [, body = ''] = good.split('.');
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
    expect(await statusOf(`${none}.${body}.`)).toBe(401);
    const other = await startGoogleStandIn();
    expect(await statusOf(await other.idToken())).toBe(401);
    await other.close();
    const shared = await new SignJWT({ sub: 'firebase-uid-1' })
      .setProtectedHeader({ alg: 'HS256', kid: 'key-1' })
      .sign(Buffer.from('x'.repeat(32)));
    expect(await statusOf(shared)).toBe(401);
  });
});

describe("Google's keys", () => {
  it('are fetched once, and again for an unknown key id', async () => {
    await open();
    const before = google.fetches;
    await open();
    expect(google.fetches).toBe(before);
    await google.rotate();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
    try {
      expect((await open()).answer.statusCode).toBe(200);
    } finally {
      vi.useRealTimers();
    }
    expect(google.fetches).toBe(before + 1);
  });

  it('answers 503 while they cannot be fetched, and recovers', async () => {
    const fresh = await startTestProduct({ env: SETTINGS, outside: google.outside });
    try {
      google.down = true;
      const other = new IdentityClient(fresh);
      expect((await other.openSession(await google.idToken())).statusCode).toBe(503);
      google.down = false;
      expect((await other.openSession(await google.idToken())).statusCode).toBe(200);
    } finally {
      google.down = false;
      await fresh.close();
    }
  });
});

describe('Firebase mode', () => {
  it('does not mount the embedded identity service', async () => {
    for (const url of [
      '/identitytoolkit.googleapis.com/v1/projects?key=embedded',
      '/identitytoolkit.googleapis.com/v2/passwordPolicy?key=embedded',
    ])
      expect((await product.app.inject({ url })).statusCode).toBe(404);
    const signUp = await client.call('signUp', { email: 'a@example.com', password: 'plum-tree-7' });
    expect(signUp.statusCode).toBe(404);
    expect(product.app.hasRoute({ method: 'GET', url: '/identity/jwks.json' })).toBe(false);
  });

  it('tells the browser the project and its API key', async () => {
    const { identity, appleSignIn } = (await product.app.inject({ url: '/api/config' })).json();
    expect(identity).toEqual({
      mode: 'firebase',
      apiKey: 'AIza-plum',
      projectId: PROJECT,
      authDomain: `${PROJECT}.firebaseapp.com`,
      emulatorHost: null,
      minPasswordLength: null,
    });
    expect(appleSignIn).toBe(true);
    expect(product.services.identity.description).toBe(`Firebase project ${PROJECT}`);
    expect(product.services.identity.warning).toBeNull();
  });

  it('CSP allows the SDK’s script and frame on sign-in pages only, and the captcha there and on the account page', async () => {
    const policyOf = async (url: string, cookie?: string) => {
      const answer = await product.app.inject({ url, headers: cookie ? { cookie } : {} });
      return String(answer.headers['content-security-policy']);
    };
    const { cookie } = await open();
    const signedOut = await policyOf('/');
    expect(signedOut).toMatch(/script-src [^;]*https:\/\/apis\.google\.com/);
    expect(signedOut).toContain(`frame-src 'self' https://${PROJECT}.firebaseapp.com`);
    const captcha = 'https://www.google.com/recaptcha/';
    for (const directive of ['script-src', 'frame-src', 'connect-src'])
      expect(signedOut).toMatch(new RegExp(`${directive} [^;]*${captcha}( |;)`));
    const account = await policyOf('/account', cookie);
    expect(account).toMatch(new RegExp(`script-src [^;]*${captcha}( |;)`));
    expect(account).not.toContain('apis.google.com');
    const signedIn = await policyOf('/', cookie);
    expect(await policyOf('/accounts', cookie)).not.toContain('recaptcha');
    for (const policy of [signedIn, await policyOf('/l/token')]) {
      expect(policy).not.toContain('apis.google.com');
      expect(policy).not.toContain('firebaseapp.com');
      expect(policy).not.toContain('recaptcha');
    }
    // A token is refreshed on every page.
    expect(signedIn).toMatch(/connect-src [^;]*https:\/\/securetoken\.googleapis\.com/);
  });
});

it('Firebase mode: so many new product records a day are made for a network, and those that are there are given', async () => {
  const make = async (name: string, ip: string) => {
    const person = uidOf(name);
    const { cookie } = await open(person);
    const made = await product.app.inject({
      method: 'POST',
      url: '/api/users',
      headers: { ...product.origin, cookie },
      payload: { firebaseUid: person.sub },
      remoteAddress: ip,
    });
    return made.statusCode;
  };
  expect(await make('new-1', '203.0.113.1')).toBe(200);
  expect(await make('new-1', '203.0.113.1')).toBe(200);
  expect(await make('new-2', '203.0.113.2')).toBe(200);
  expect(await make('new-3', '203.0.113.3')).toBe(429);
  expect(await make('new-2', '203.0.113.2')).toBe(200);
  expect(await make('new-3', '203.0.114.3')).toBe(200);
});

it('Firebase mode: a passkey signs in by a custom token, until a new password is set at the project', async () => {
  const key = new SoftAuthenticator(product.origin.origin);
  const call = async (url: string, cookie: string, payload: object) => {
    const headers = { ...product.origin, cookie };
    return (await product.app.inject({ method: 'POST', url, headers, payload })).json();
  };
  const person = uidOf('passkey-1');
  const { cookie } = await open(person);
  const options = await call('/api/passkeys/options', cookie, {});
  const added = await call('/api/passkeys', cookie, { response: key.create(options), name: 'A phone' });
  const customToken = async () => {
    const response = key.get(await call('/identity/passkeys/options', '', {}));
    return (await call('/identity/passkeys/sign-in', '', { response })).customToken;
  };
  const claims = decodeJwt(await customToken());
  expect(claims).toMatchObject({ uid: person.sub, sub: claims.iss, claims: { passkey: added.id } });
  expect(claims.aud).toContain('identitytoolkit');
  const atGoogle = (authTime: number, passkey: string) => ({
    ...person,
    passkey,
    auth_time: authTime,
    firebase: { identities: {}, sign_in_provider: 'custom' },
  });
  const now = Math.floor(Date.now() / 1000);
  expect((await open(atGoogle(now - 2, added.id))).answer.statusCode).toBe(200);
  const other = '5f0c1d6e-9a0b-4c7e-8f21-3b1f6f1f2a3b';
  expect((await open(atGoogle(now - 1, other))).answer.json().code).toBe('SIGN_IN_ENDED');
  google.accounts.set(person.sub, { passwordUpdatedAt: Date.now() + 1 });
  expect((await open(atGoogle(now, added.id))).answer.json().code).toBe('SIGN_IN_ENDED');
  expect(await customToken()).toBeUndefined();
});
