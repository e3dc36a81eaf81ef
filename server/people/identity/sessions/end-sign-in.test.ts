import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  IdentityClient,
  PASSWORD,
  refusalOf,
  type Signed,
} from '../../../../test/identity/identity-client.ts';
import { startTestProduct, type TestProduct } from '../../../../test/support/test-product.ts';

let product: TestProduct;
let client: IdentityClient;
beforeAll(async () => {
  product = await startTestProduct();
  client = new IdentityClient(product);
});
afterAll(() => product.close());

interface Browser {
  signed: Signed;
  headers: Record<string, string>;
}

/** One account, signed in in several browsers. */
async function browsers(count: number): Promise<Browser[]> {
  const first = await client.signUp();
  const all: Browser[] = [];
  for (let i = 0; i < count; i += 1) {
    const again = await client.call('signInWithPassword', { email: first.email, password: PASSWORD });
    const signed: Signed = i === 0 ? first : again.json();
    all.push({ signed, headers: { ...product.origin, cookie: await client.cookieOf(signed) } });
  }
  return all;
}

const list = (headers: Record<string, string>) => product.app.inject({ url: '/api/sessions', headers });
const drop = (url: string, headers: Record<string, string>) =>
  product.app.inject({ method: 'DELETE', url, headers });
const idOf = async ({ headers }: Browser) =>
  (await list(headers)).json().find(({ current }: { current: boolean }) => current).id;

/** What a page does whose session is gone: it shows its ID token again, then refreshes it. */
async function isOver({ signed, headers }: Browser): Promise<boolean> {
  const resync = await client.openSession(signed.idToken, headers);
  if (resync.statusCode === 200) return false;
  expect(resync.json().code).toBe('SIGN_IN_ENDED');
  expect(refusalOf(await client.call('lookup', { idToken: signed.idToken }))).toBe('TOKEN_EXPIRED');
  expect(refusalOf(await client.exchange(signed.refreshToken))).toBe('TOKEN_EXPIRED');
  return true;
}

describe('DELETE /api/sessions/:id', () => {
  it('revokes the sign-in behind the session, so that its ID token opens no other', async () => {
    const [here, there, third] = await browsers(3);
    if (!here || !there || !third) throw new Error('Three browsers were asked for.');
    expect((await drop(`/api/sessions/${await idOf(there)}`, here.headers)).statusCode).toBe(204);
    expect((await list(there.headers)).statusCode).toBe(401);
    expect(await isOver(there)).toBe(true);
    expect(await isOver(third)).toBe(false);
    expect(await isOver(here)).toBe(false);
  });

  it('ends the requesting session too, and clears its cookie', async () => {
    const [here] = await browsers(1);
    if (!here) throw new Error('A browser was asked for.');
    const answer = await drop(`/api/sessions/${await idOf(here)}`, here.headers);
    expect(answer.cookies).toMatchObject([{ name: 'session', value: '' }]);
    expect(await isOver(here)).toBe(true);
  });
});

describe('DELETE /api/sessions', () => {
  it('ends all other sign-ins', async () => {
    const [here, ...others] = await browsers(4);
    if (!here) throw new Error('Browsers were asked for.');
    const answer = await drop('/api/sessions', here.headers);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ ended: 3 });
    for (const other of others) {
      expect((await list(other.headers)).statusCode).toBe(401);
      expect(await isOver(other)).toBe(true);
    }
    expect((await list(here.headers)).json()).toHaveLength(1);
    expect(await isOver(here)).toBe(false);
    expect((await client.exchange(here.signed.refreshToken)).statusCode).toBe(200);
    expect((await drop('/api/sessions', here.headers)).json()).toEqual({ ended: 0 });
  });

  it("ends only the user's own, and needs sign-in and our Origin", async () => {
    const [mine] = await browsers(1);
    const [theirs] = await browsers(2);
    if (!mine || !theirs) throw new Error('Browsers were asked for.');
    await drop('/api/sessions', mine.headers);
    expect((await list(theirs.headers)).json()).toHaveLength(2);
    expect((await drop('/api/sessions', product.origin)).statusCode).toBe(401);
    const foreign = { ...mine.headers, origin: 'https://evil.example' };
    expect((await drop('/api/sessions', foreign)).statusCode).toBe(403);
  });
});

describe('DELETE /api/session', () => {
  it('revokes the sign-in, so that its tokens open no other session', async () => {
    const [here, there] = await browsers(2);
    if (!here || !there) throw new Error('Two browsers were asked for.');
    await drop('/api/session', here.headers);
    expect((await list(here.headers)).statusCode).toBe(401);
    expect(await isOver(here)).toBe(true);
    expect(await isOver(there)).toBe(false);
  });
});

describe('refresh tokens that end', () => {
  it('end the browser sessions of their sign-in: by revokeToken', async () => {
    const [here, there] = await browsers(2);
    if (!here || !there) throw new Error('Two browsers were asked for.');
    const { idToken, refreshToken: token } = here.signed;
    expect((await list(here.headers)).statusCode).toBe(200);
    const call = '/identitytoolkit.googleapis.com/v2/accounts:revokeToken';
    expect((await client.post(call, { idToken, token })).statusCode).toBe(200);
    expect((await list(here.headers)).statusCode).toBe(401);
    expect(await isOver(here)).toBe(true);
    expect((await list(there.headers)).statusCode).toBe(200);
  });

  it('end the browser sessions of their sign-in: when one is exchanged again after the grace period', async () => {
    const [here, there] = await browsers(2);
    if (!here || !there) throw new Error('Two browsers were asked for.');
    expect((await client.exchange(here.signed.refreshToken)).statusCode).toBe(200);
    expect((await list(here.headers)).statusCode).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    try {
      expect(refusalOf(await client.exchange(here.signed.refreshToken))).toBe('TOKEN_EXPIRED');
    } finally {
      vi.useRealTimers();
    }
    expect((await list(here.headers)).statusCode).toBe(401);
    expect(await isOver(here)).toBe(true);
    expect((await list(there.headers)).statusCode).toBe(200);
  });
});

describe('lost session cookie', () => {
  it('is replaced from the ID token, by one more session of the same sign-in', async () => {
    const [here] = await browsers(1);
    if (!here) throw new Error('A browser was asked for.');
    const resync = await client.openSession(here.signed.idToken);
    expect(resync.statusCode).toBe(200);
    const cookie = `session=${resync.cookies[0]?.value}`;
    expect((await list({ cookie })).json()).toHaveLength(2);
    await drop(`/api/sessions/${await idOf(here)}`, here.headers);
    expect((await list({ cookie })).statusCode).toBe(401);
  });

  it('its session ends when the person signs in again', async () => {
    const [first, second] = await browsers(2);
    if (!first || !second) throw new Error('Browsers were asked for.');
    const again = await client.openSession(second.signed.idToken, first.headers);
    expect(again.statusCode).toBe(200);
    expect((await list(first.headers)).statusCode).toBe(401);
    expect((await list({ cookie: `session=${again.cookies[0]?.value}` })).statusCode).toBe(200);
  });
});
