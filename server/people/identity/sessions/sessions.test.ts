import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { IdentityClient, PASSWORD } from '../../../../test/identity/identity-client.ts';
import { signedIn } from '../../../../test/support/sign-in.ts';
import { startTestProduct, type TestProduct } from '../../../../test/support/test-product.ts';
import { deriveKey } from '../../../core/secrets.ts';
import { users } from '../../users/schema.ts';
import { setAccountDisabled } from '../operator-commands.ts';
import { refreshTokens, sessions } from '../schema.ts';
import { sessionCacheOf } from './session-cache.ts';
import { writeSessionCookie } from './session-cookie.ts';

let product: TestProduct;
let client: IdentityClient;
beforeAll(async () => {
  product = await startTestProduct();
  client = new IdentityClient(product);
});
afterAll(() => product.close());

const list = (headers: Record<string, string>) => product.app.inject({ url: '/api/sessions', headers });
const drop = (url: string, headers: Record<string, string>) =>
  product.app.inject({ method: 'DELETE', url, headers });
const rowsOf = (uid: string) => product.services.db.select().from(sessions).where(eq(sessions.uid, uid));

it('refuses a call that the page of another person began', async () => {
  const person = await signedIn(product);
  const other = await signedIn(product);
  for (const [uid, status] of [
    [person.uid, 200],
    [other.uid, 401],
    ['', 401],
  ] as const)
    expect((await list({ ...person.headers, 'x-account-uid': uid })).statusCode, uid).toBe(status);
});

describe('POST /api/session', () => {
  it('exchanges an ID token for a session cookie', async () => {
    const { idToken, localId, email } = await client.signUp();
    const answer = await client.openSession(idToken, { 'user-agent': 'A browser' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toMatchObject({ uid: localId, email, emailVerified: false, displayName: null });
    const [cookie] = answer.cookies;
    expect(cookie).toMatchObject({ name: 'session', path: '/', httpOnly: true, sameSite: 'Lax' });
    expect(cookie?.secure).toBeUndefined();
    expect(cookie?.domain).toBeUndefined();
    const days = ((cookie?.expires?.getTime() ?? 0) - Date.now()) / (24 * 3600 * 1000);
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThanOrEqual(30);
    const headers = { cookie: `session=${cookie?.value}` };
    expect((await list(headers)).json()).toMatchObject([{ current: true, userAgent: 'A browser' }]);
  });

  it('updates the existing session and the product record', async () => {
    const person = await signedIn(product);
    await product.services.db.insert(users).values({ accountUid: person.uid, email: 'before@example.com' });
    await client.call('update', { idToken: person.idToken, displayName: 'Maren Oakes' });
    const answer = await client.openSession(person.idToken, { cookie: person.cookie });
    expect(answer.json().displayName).toBe('Maren Oakes');
    expect(await rowsOf(person.uid)).toMatchObject([{ displayName: 'Maren Oakes', revokedAt: null }]);
    const [user] = await product.services.db.select().from(users).where(eq(users.accountUid, person.uid));
    expect(user).toMatchObject({ email: person.email, displayName: 'Maren Oakes', emailVerified: false });
  });

  it('ends the previous session of this browser only', async () => {
    const before = await signedIn(product);
    const other = await signedIn(product);
    const now = await client.signUp();
    const answer = await client.openSession(now.idToken, { cookie: before.cookie });
    expect(answer.json().uid).toBe(now.localId);
    expect((await list(before.headers)).statusCode).toBe(401);
    expect((await list(other.headers)).statusCode).toBe(200);
  });

  it('refuses an invalid ID token with JSON and no cookie', async () => {
    const gone = await client.signUp();
    await client.call('delete', { idToken: gone.idToken });
    const shut = await client.signUp();
    await setAccountDisabled(product.services, shut.localId, true);
    const changed = await client.signUp();
    await client.call('update', { idToken: changed.idToken, password: 'quince-tree-8' });
    for (const token of ['', 'x.y.z', gone.idToken, shut.idToken, changed.idToken]) {
      const answer = await client.openSession(token);
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toMatchObject({ code: 'SIGN_IN_NEEDED' });
      expect(answer.cookies).toEqual([]);
    }
    const bare = await product.app.inject({ method: 'POST', url: '/api/session', headers: product.origin });
    expect(bare.statusCode).toBe(401);
  });

  it('refuses a foreign Origin and a missing one', async () => {
    const { idToken } = await client.signUp();
    expect((await client.openSession(idToken, { origin: 'https://evil.example' })).statusCode).toBe(403);
    const bare = await product.app.inject({
      method: 'POST',
      url: '/api/session',
      headers: { authorization: `Bearer ${idToken}` },
    });
    expect(bare.statusCode).toBe(403);
  });
});

describe('session cookie', () => {
  it('is ignored when forged, altered or expired', async () => {
    const person = await signedIn(product);
    const [, value = ''] = person.cookie.split('=');
    const content = { sessionId: randomUUID(), uid: person.uid, expiresAt: 2_000_000_000 };
    const right = deriveKey(product.services.sessionSecret, 'session cookie');
    const [row] = await rowsOf(person.uid);
    for (const forged of [
      '',
      'x',
      `${value.slice(0, -8)}AAAAAAAA`,
      writeSessionCookie(randomBytes(32), { ...content, sessionId: row?.id ?? '' }),
      writeSessionCookie(right, content),
      writeSessionCookie(right, { ...content, sessionId: row?.id ?? '', expiresAt: 1 }),
    ]) {
      expect((await list({ cookie: `session=${forged}` })).statusCode).toBe(401);
    }
    expect((await list(person.headers)).statusCode).toBe(200);
    const other = await signedIn(product);
    const foreign = writeSessionCookie(right, { ...content, sessionId: row?.id ?? '', uid: other.uid });
    await drop('/api/session', { ...product.origin, cookie: `session=${foreign}` });
    expect((await list({ cookie: `session=${foreign}` })).statusCode).toBe(401);
    expect(await rowsOf(person.uid)).toMatchObject([{ revokedAt: null }]);
  });

  it('does not work after 24 hours without the page, until it renews the session', async () => {
    const person = await signedIn(product);
    const { db } = product.services;
    const syncedAt = new Date(Date.now() - 25 * 3_600_000);
    await db.update(sessions).set({ syncedAt }).where(eq(sessions.uid, person.uid));
    expect((await list(person.headers)).statusCode).toBe(401);
    await client.openSession(person.idToken, { cookie: person.cookie });
    sessionCacheOf(product.services).forgetUid(person.uid);
    expect((await list(person.headers)).statusCode).toBe(200);
    expect(await rowsOf(person.uid)).toHaveLength(1);
  });

  it('is not opened 30 days after the sign-in, however often its tokens were renewed', async () => {
    const { localId, refreshToken } = await client.signUp();
    const signedInAt = (days: number) =>
      product.services.db
        .update(refreshTokens)
        .set({ authTime: new Date(Date.now() - days * 24 * 3_600_000) })
        .where(eq(refreshTokens.uid, localId));
    await signedInAt(29);
    const late = (await client.exchange(refreshToken)).json();
    const days = ((await client.openSession(late.id_token)).cookies[0]?.expires?.getTime() ?? 0) - Date.now();
    expect(days / (24 * 3_600_000)).toBeCloseTo(1);
    await signedInAt(30.01);
    const { id_token } = (await client.exchange(late.refresh_token)).json();
    const refused = await client.openSession(id_token);
    expect([refused.statusCode, refused.json().code]).toEqual([401, 'SIGN_IN_ENDED']);
  });

  it('costs one query for many requests', async () => {
    const person = await signedIn(product);
    await list(person.headers);
    const asked = vi.spyOn(product.services.db, 'select');
    await Promise.all(Array.from({ length: 10 }, () => list(person.headers)));
    // Ten queries for the lists, and none for the session.
    expect(asked).toHaveBeenCalledTimes(10);
    asked.mockRestore();
  });

  it('is refused within ten seconds after another process ended the session, also where the clock was set back', async () => {
    const person = await signedIn(product);
    expect((await list(person.headers)).statusCode).toBe(200);
    await product.services.db
      .update(sessions)
      .set({ revokedAt: new Date() })
      .where(eq(sessions.uid, person.uid));
    const later = performance.now() + 10_001;
    vi.spyOn(performance, 'now').mockReturnValue(later);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
    try {
      expect((await list(person.headers)).statusCode).toBe(401);
    } finally {
      vi.useRealTimers();
      vi.restoreAllMocks();
    }
  });

  it('is refused at once when the account is disabled or its password changed or reset', async () => {
    const shut = await signedIn(product);
    expect((await list(shut.headers)).statusCode).toBe(200);
    await setAccountDisabled(product.services, shut.uid, true);
    expect((await list(shut.headers)).statusCode).toBe(401);

    const { idToken } = await client.signUp();
    const [cookie] = (await client.openSession(idToken)).cookies;
    const headers = { cookie: `session=${cookie?.value}` };
    expect((await list(headers)).statusCode).toBe(200);
    const changed = await client.call('update', { idToken, password: 'quince-tree-8' });
    expect((await list(headers)).statusCode).toBe(401);
    expect((await client.openSession(changed.json().idToken, headers)).statusCode).toBe(200);
  });

  it('gets 503, not 401, when the database is unavailable', async () => {
    const broken = await startTestProduct();
    try {
      const person = await signedIn(broken);
      await broken.services.db.execute('alter table sessions rename to sessions_away');
      const api = await broken.app.inject({ url: '/api/sessions', headers: person.headers });
      expect(api.statusCode).toBe(503);
      expect(
        (await broken.app.inject({ url: '/identity/jwks.json', headers: person.headers })).statusCode,
      ).toBe(200);
    } finally {
      await broken.close();
    }
  });
});

describe('DELETE /api/session', () => {
  it('ends the session and clears the cookie', async () => {
    const person = await signedIn(product);
    await list(person.headers);
    const answer = await drop('/api/session', person.headers);
    expect(answer.statusCode).toBe(204);
    expect(answer.body).toBe('');
    expect(answer.cookies[0]).toMatchObject({ name: 'session', value: '', path: '/' });
    expect((await list(person.headers)).statusCode).toBe(401);
  });

  it('succeeds when signed out', async () => {
    expect((await drop('/api/session', product.origin)).statusCode).toBe(204);
    expect((await drop('/api/session', { ...product.origin, cookie: 'session=nonsense' })).statusCode).toBe(
      204,
    );
  });

  it('refuses a foreign Origin', async () => {
    const person = await signedIn(product);
    const answer = await drop('/api/session', { ...person.headers, origin: 'https://evil.example' });
    expect(answer.statusCode).toBe(403);
    expect((await list(person.headers)).statusCode).toBe(200);
  });
});

describe('/api/sessions', () => {
  it("lists the user's sessions and ends one of them", async () => {
    const { email, idToken } = await client.signUp();
    const open = async (token: string) => {
      const [cookie] = (await client.openSession(token)).cookies;
      return { ...product.origin, cookie: `session=${cookie?.value}` };
    };
    const here = await open(idToken);
    const again = await client.call('signInWithPassword', { email, password: PASSWORD });
    const there = await open(again.json().idToken);
    const both: { id: string; current: boolean }[] = (await list(here)).json();
    expect(both.map(({ current }) => current).sort()).toEqual([false, true]);
    const elsewhere = both.find(({ current }) => !current)?.id;
    expect((await list(there)).statusCode).toBe(200);
    expect((await drop(`/api/sessions/${elsewhere}`, here)).statusCode).toBe(204);
    expect((await list(there)).statusCode).toBe(401);
    expect((await list(here)).json()).toHaveLength(1);
    expect((await drop(`/api/sessions/${elsewhere}`, here)).statusCode).toBe(404);
  });

  it("returns 404 for another user's session, and needs sign-in and a valid id", async () => {
    const mine = await signedIn(product);
    const theirs = await signedIn(product);
    const [row] = await rowsOf(theirs.uid);
    expect((await drop(`/api/sessions/${row?.id}`, mine.headers)).statusCode).toBe(404);
    expect((await list(theirs.headers)).statusCode).toBe(200);
    expect((await drop(`/api/sessions/${row?.id}`, product.origin)).statusCode).toBe(401);
    expect((await drop('/api/sessions/1', mine.headers)).statusCode).toBe(400);
    expect((await list({})).statusCode).toBe(401);
  });
});

it('is bound to its host over https', async () => {
  const secure = await startTestProduct({ env: { PUBLIC_URL: 'https://letters.example.org' } });
  try {
    const { idToken } = await signedIn(secure);
    const answer = await new IdentityClient(secure).openSession(idToken);
    const [session, browser] = [answer.headers['set-cookie'] ?? []].flat();
    expect(session).toMatch(/^__Host-session=[^;]+;.*Path=\/;.*HttpOnly; Secure; SameSite=Lax/);
    expect(browser).toMatch(/^__Host-known-browser=[^;]+;.*Path=\/;.*HttpOnly; Secure; SameSite=Lax/);
    expect(`${session} ${browser}`).not.toMatch(/domain/i);
  } finally {
    await secure.close();
  }
});

it('a request whose body comes after its session has ended is refused', async () => {
  const person = await signedIn(product);
  await list(person.headers);
  const body = new Readable({ read() {} });
  const writing = product.app.inject({
    method: 'POST',
    url: '/api/recipients',
    headers: { ...person.headers, 'content-type': 'application/json' },
    payload: body,
  });
  await new Promise((headersWereRead) => setImmediate(headersWereRead));
  await drop('/api/session', person.headers);
  body.push(JSON.stringify({ name: 'Mum', email: 'mum@example.org' }));
  body.push(null);
  expect((await writing).statusCode).toBe(401);
});
