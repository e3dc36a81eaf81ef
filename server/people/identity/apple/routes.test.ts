import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AppleClient, outcomeOf } from '../../../../test/identity/apple-client.ts';
import { IdentityClient } from '../../../../test/identity/identity-client.ts';
import { type AppleStandIn, startAppleStandIn } from '../../../../test/stand-ins/apple-stand-in.ts';
import { startTestProduct, type TestProduct } from '../../../../test/support/test-product.ts';
import { readConfig } from '../../../core/config.ts';
import { openIdentity } from '../identity-provider.ts';

const CALLBACK = 'http://localhost:3000/identity/apple/callback';

let apple: AppleStandIn;
let product: TestProduct;
let client: IdentityClient;
let browser: AppleClient;
beforeAll(async () => {
  apple = await startAppleStandIn(CALLBACK);
  product = await startTestProduct({ env: apple.env, outside: { apple: apple.origin } });
  client = new IdentityClient(product);
  browser = new AppleClient(product, client, apple);
});
afterAll(async () => {
  await product.close();
  await apple.close();
});

let made = 0;
const somebody = (more: object = {}) => {
  made += 1;
  return {
    sub: `00012${made}.abc.0${made}`,
    email: `apple-${made}@example.com`,
    email_verified: 'true',
    ...more,
  };
};

describe('GET /identity/apple/start', () => {
  it('redirects with state and nonce, and sets a cookie that a cross-site POST carries', async () => {
    const answer = await product.app.inject({
      url: '/identity/apple/start?flow=redirect&attempt=5f0c1d6e-9a0b-4c7e-8f21-3b1f6f1f2a3b',
    });
    expect(answer.statusCode).toBe(302);
    expect(answer.headers['set-cookie']).toMatch(
      /^apple-sign-in=[\w-]+;.*Path=\/;.*HttpOnly; Secure; SameSite=None/,
    );
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['cross-origin-opener-policy']).toBe('unsafe-none');
    const query = new URL(String(answer.headers.location)).searchParams;
    expect(query.get('state')).toHaveLength(43);
    expect(query.get('nonce')).toHaveLength(43);
    expect(query.get('state')).not.toBe(query.get('nonce'));
    expect(answer.headers['set-cookie']).not.toContain(query.get('state'));
  });

  it('refuses an unknown flow or attempt', async () => {
    for (const query of ['', '?flow=popup', '?flow=frame&attempt=5f0c1d6e-9a0b-4c7e-8f21-3b1f6f1f2a3b'])
      expect((await product.app.inject({ url: `/identity/apple/start${query}` })).statusCode).toBe(400);
  });
});

describe('POST /identity/apple/callback', () => {
  it('gives a one-time credential to the page that began the sign-in only', async () => {
    const { address, cookie, attempt } = await browser.begin();
    const page = await browser.comeBack(cookie, apple.consent(address, somebody()));
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(page.headers['cross-origin-opener-policy']).toBe('unsafe-none');
    expect(page.cookies).toMatchObject([{ name: 'apple-sign-in', value: '', path: '/' }]);
    expect(outcomeOf(page)).toEqual({ attempt, credential: expect.stringMatching(/^[\w-]{43}$/) });
    expect(page.body).toContain('data-flow="popup"');
    const script = await product.app.inject({ url: '/identity/apple/handover.js' });
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(script.body).toContain('BroadcastChannel');
  });

  it('refuses a missing cookie, another browser’s cookie, and a missing state', async () => {
    const mine = await browser.begin();
    const theirs = await browser.begin();
    const fields = apple.consent(mine.address, somebody());
    for (const [cookie, sent] of [
      [null, fields],
      [theirs.cookie, fields],
      ['apple-sign-in=nonsense', fields],
      [mine.cookie, { ...fields, state: 'other' }],
      [mine.cookie, { code: fields.code }],
    ] as const) {
      const page = await browser.comeBack(cookie, { ...sent });
      expect(page.statusCode).toBe(400);
      expect(page.body).toContain('not begun in this browser');
      expect(page.body).not.toContain('data-message');
    }
    expect(apple.refusals).toEqual([]);
  });

  it('refuses a sign-in that began 15 minutes ago', async () => {
    const { address, cookie } = await browser.begin();
    const fields = apple.consent(address, somebody());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15 * 60_000 + 1 });
    try {
      expect((await browser.comeBack(cookie, fields)).statusCode).toBe(400);
    } finally {
      vi.useRealTimers();
    }
  });

  it('tells apart cancelled, refused, and unavailable', async () => {
    const errorOf = async (fields: (address: string) => Record<string, string>) => {
      const { address, cookie } = await browser.begin();
      const state = new URL(address).searchParams.get('state') ?? '';
      return outcomeOf(await browser.comeBack(cookie, { state, ...fields(address) })).error;
    };
    expect(await errorOf(() => ({ error: 'user_cancelled_authorize' }))).toBe('cancelled');
    expect(await errorOf(() => ({ error: 'invalid_scope' }))).toBe('refused');
    expect(await errorOf(() => ({}))).toBe('refused');
    expect(await errorOf(() => ({ code: 'never-given' }))).toBe('refused');
    expect(apple.refusals.at(-1)).toBe('invalid_grant');
    apple.down = true;
    expect(await errorOf((address) => apple.consent(address, somebody()))).toBe('unavailable');
    apple.down = false;
  });

  it.each([
    ['of another client', { aud: 'org.example.other' }],
    ['of another issuer', { iss: 'https://appleid.example' }],
    ['of another sign-in', { nonce: 'x'.repeat(43) }],
    ['without a nonce', { nonce: undefined }],
    ['that is over', { exp: Math.floor(Date.now() / 1000) - 61 }],
    ['without a person', { sub: '' }],
  ])('refuses an ID token %s', async (_what, change) => {
    const { address, cookie } = await browser.begin();
    const page = await browser.comeBack(cookie, apple.consent(address, somebody(), change));
    expect(outcomeOf(page).error).toBe('refused');
  });

  it('accepts an authorisation code once', async () => {
    const first = await browser.begin();
    const fields = apple.consent(first.address, somebody());
    expect(outcomeOf(await browser.comeBack(first.cookie, fields)).credential).toBeTruthy();
    expect(outcomeOf(await browser.comeBack(first.cookie, fields)).error).toBe('refused');
  });

  it('refuses a form that is too large', async () => {
    expect((await browser.comeBack(null, { code: 'x'.repeat(40_000) })).statusCode).toBe(413);
  });
});

describe('Apple settings', () => {
  const wrong = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const pem = wrong.export({ type: 'pkcs8', format: 'pem' }).toString();
  it.each([
    [{ APPLE_PRIVATE_KEY: 'not a key' }, /APPLE_PRIVATE_KEY/],
    [{ APPLE_PRIVATE_KEY: pem }, /APPLE_PRIVATE_KEY: wants the P-256 key/],
    [{ PUBLIC_URL: 'http://letters.example.org' }, /Apple returns people to https/],
    [{ APPLE_TEAM_ID: '' }, /APPLE_TEAM_ID: wanted together/],
  ])('%j stop the start', (change, message) => {
    expect(() => openIdentity(readConfig({ ...apple.env, ...change }))).toThrow(message);
  });

  it('over https the cookie has the __Host- prefix, and the client configuration offers Apple', async () => {
    const PUBLIC_URL = 'https://letters.example.org';
    const secure = await startTestProduct({ env: { ...apple.env, PUBLIC_URL } });
    try {
      const answer = await secure.app.inject({
        url: '/identity/apple/start?flow=redirect&attempt=5f0c1d6e-9a0b-4c7e-8f21-3b1f6f1f2a3b',
      });
      expect(answer.headers['set-cookie']).toMatch(/^__Host-apple-sign-in=/);
      const address = new URL(String(answer.headers.location));
      expect(address.origin).toBe('https://appleid.apple.com');
      expect(address.searchParams.get('redirect_uri')).toBe(`${PUBLIC_URL}/identity/apple/callback`);
      expect((await secure.app.inject({ url: '/api/config' })).json().appleSignIn).toBe(true);
      expect(secure.services.identity.warning).toBeNull();
    } finally {
      await secure.close();
    }
    expect(product.services.identity.warning).toMatch(/Apple returns nobody/);
  });

  it('without APPLE_* the routes are missing and the client configuration does not offer Apple', async () => {
    const without = await startTestProduct();
    try {
      expect((await without.app.inject({ url: '/api/config' })).json().appleSignIn).toBe(false);
      expect(without.app.hasRoute({ method: 'POST', url: '/identity/apple/callback' })).toBe(false);
    } finally {
      await without.close();
    }
  });
});
