import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IdentityClient, PASSWORD, refusalOf } from '../../../test/identity/identity-client.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';

const V1 = '/identitytoolkit.googleapis.com/v1';
const V2 = '/identitytoolkit.googleapis.com/v2';

let product: TestProduct;
let client: IdentityClient;
beforeAll(async () => {
  product = await startTestProduct();
  client = new IdentityClient(product);
});
afterAll(() => product.close());

const get = (url: string, headers: Record<string, string> = {}) => product.app.inject({ url, headers });
const post = (url: string, payload: string, headers: Record<string, string> = {}) =>
  product.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  });

describe('apiKey', () => {
  it('is required', async () => {
    const answer = await post(`${V1}/accounts:signUp`, '{}');
    expect(answer.statusCode).toBe(403);
    expect(answer.json().error).toMatchObject({
      code: 403,
      status: 'PERMISSION_DENIED',
      message: 'The request is missing a valid API key.',
    });
  });

  it('must match, in the query or a header', async () => {
    const wrong = await get(`${V1}/projects?key=AIza`);
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json().error).toMatchObject({
      status: 'INVALID_ARGUMENT',
      message: 'API key not valid. Please pass a valid API key.',
    });
    expect((await get(`${V1}/projects?key=embedded`)).statusCode).toBe(200);
    expect((await get(`${V1}/projects`, { 'x-goog-api-key': 'embedded' })).statusCode).toBe(200);
  });
});

describe('request from another origin', () => {
  it('is refused without CORS headers', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://localhost:3001']) {
      const answer = await client.call(
        'signUp',
        { email: 'a@example.com', password: PASSWORD },
        { headers: { origin } },
      );
      expect(answer.statusCode).toBe(403);
      expect(answer.json().error.status).toBe('PERMISSION_DENIED');
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
  });
});

describe('malformed body', () => {
  const signUp = `${V1}/accounts:signUp?key=embedded`;

  it('is refused in Google’s error format', async () => {
    for (const body of ['{"email":', '[]', '"text"', '{"email":12}', '{"email":{"$gt":""}}']) {
      const answer = await post(signUp, body);
      expect(answer.statusCode, body).toBe(400);
      expect(answer.json().error.status, body).toBe('INVALID_ARGUMENT');
    }
    const otherType = await post(signUp, '<a/>', { 'content-type': 'application/xml' });
    expect(otherType.statusCode).toBe(400);
    expect(otherType.json().error.status).toBe('INVALID_ARGUMENT');
  });

  it('is refused when it is too large', async () => {
    const answer = await post(signUp, JSON.stringify({ email: 'a'.repeat(40_000) }));
    expect(answer.statusCode).toBe(413);
    expect(answer.json().error.status).toBe('INVALID_ARGUMENT');
  });

  it('is an empty request when it is empty', async () => {
    const answer = await post(signUp, '');
    expect(answer.statusCode).toBe(400);
    expect(refusalOf(answer)).toBe('ADMIN_ONLY_OPERATION');
  });
});

describe('project configuration', () => {
  it('returns the hosts that a sign-in may come from', async () => {
    const answer = await get(`${V1}/projects?key=embedded`);
    expect(answer.json()).toEqual({ projectId: 'embedded', authorizedDomains: ['localhost', '127.0.0.1'] });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('returns the password policy', async () => {
    expect((await get(`${V2}/passwordPolicy?key=embedded`)).json()).toMatchObject({
      customStrengthOptions: { minPasswordLength: 6, maxPasswordLength: 4096 },
      schemaVersion: 1,
      enforcementState: 'ENFORCE',
      forceUpgradeOnSignin: false,
    });
  });

  it('returns that captcha is off, with a key', async () => {
    const answer = (await get(`${V2}/recaptchaConfig?key=embedded`)).json();
    expect(answer.recaptchaKey.split('/')[3]).toBeTruthy();
    expect(answer.recaptchaEnforcementState).toContainEqual({
      provider: 'EMAIL_PASSWORD_PROVIDER',
      enforcementState: 'OFF',
    });
  });
});

describe('server fault', () => {
  it('answers 503 and NETWORK_REQUEST_FAILED, so that nobody is signed out', async () => {
    const broken = await startTestProduct();
    try {
      const { idToken, refreshToken } = await new IdentityClient(broken).signUp();
      await broken.services.db.execute('alter table accounts rename to accounts_away');
      for (const answer of [
        await new IdentityClient(broken).call('lookup', { idToken }),
        await new IdentityClient(broken).exchange(refreshToken),
      ]) {
        expect(answer.statusCode).toBe(503);
        expect(refusalOf(answer)).toBe('NETWORK_REQUEST_FAILED');
        expect(answer.headers['retry-after']).toBe('2');
      }
    } finally {
      await broken.close();
    }
  });
});

it('jwks.json: publishes public keys only', async () => {
  const answer = await get('/identity/jwks.json');
  const { keys } = answer.json();
  expect(keys).toHaveLength(1);
  expect(keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' });
  expect(keys[0]).not.toHaveProperty('d');
});
