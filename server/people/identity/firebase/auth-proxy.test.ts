import type { IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PROJECT } from '../../../../test/stand-ins/google-stand-in.ts';
import { type StandInServer, startStandInServer } from '../../../../test/stand-ins/stand-in-server.ts';
import { startTestProduct, type TestProduct } from '../../../../test/support/test-product.ts';

let helper: StandInServer;
let product: TestProduct;
let seen: { method: string; url: string; headers: IncomingHttpHeaders; body: string }[] = [];
beforeAll(async () => {
  helper = await startStandInServer((request, body, response) => {
    const { method = '', url = '', headers } = request;
    seen.push({ method, url, headers, body });
    if (url === '/__/auth/moved') response.writeHead(302, { location: 'https://appleid.apple.com/x' });
    else
      response.writeHead(200, {
        'content-type': 'text/html',
        'set-cookie': 'session=stolen; Path=/',
        'cache-control': 'public, max-age=60',
      });
    response.end('<p>the helper</p>');
  });
  product = await startTestProduct({
    env: { FIREBASE_PROJECT_ID: PROJECT, FIREBASE_API_KEY: 'AIza-plum' },
    outside: { authHelper: helper.origin },
  });
});
afterAll(async () => {
  await product.close();
  await helper.close();
});

const ask = async (url: string, more: object = {}) => {
  seen = [];
  return product.app.inject({ url, ...more });
};

it('auth proxy: serves the sign-in helper under our origin, to be framed by us only', async () => {
  const answer = await ask('/__/auth/handler?apiKey=AIza-plum&x=%20y', {
    headers: { cookie: 'session=secret', authorization: 'Bearer secret', 'user-agent': 'A browser' },
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toBe('<p>the helper</p>');
  expect(seen).toMatchObject([{ method: 'GET', url: '/__/auth/handler?apiKey=AIza-plum&x=%20y' }]);
  expect(seen[0]?.headers['user-agent']).toBe('A browser');
  expect(seen[0]?.headers.cookie).toBeUndefined();
  expect(seen[0]?.headers.authorization).toBeUndefined();
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html',
    'cache-control': 'public, max-age=60',
    'content-security-policy': "frame-ancestors 'self'",
    'cross-origin-opener-policy': 'unsafe-none',
  });
  expect(answer.headers['set-cookie']).toBeUndefined();
});

it('auth proxy: forwards the form that Apple posts cross-origin', async () => {
  const answer = await ask('/__/auth/handler', {
    method: 'POST',
    headers: { origin: 'https://appleid.apple.com', 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'code=c&state=s',
  });
  expect(answer.statusCode).toBe(200);
  expect(seen).toMatchObject([{ method: 'POST', body: 'code=c&state=s' }]);
  expect(seen[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
});

it('auth proxy: passes redirects to the browser', async () => {
  const answer = await ask('/__/auth/moved');
  expect(answer.statusCode).toBe(302);
  expect(answer.headers.location).toBe('https://appleid.apple.com/x');
  expect((await ask('/__/firebase/init.json')).statusCode).toBe(200);
});

it('auth proxy: refuses paths outside /__/auth and /__/firebase', async () => {
  for (const url of [
    '/__/auth/../../secret',
    '/__/auth/%2e%2e/%2e%2e/secret',
    '/__/other/x',
    '/__/auth/..//evil.example/x',
  ]) {
    const answer = await ask(url);
    expect(
      seen.filter((one) => !/^\/__\/(auth|firebase)\//.test(one.url)),
      url,
    ).toEqual([]);
    expect(answer.statusCode, url).not.toBe(500);
  }
  const large = await ask('/__/auth/handler', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'x'.repeat(70_000),
  });
  expect(large.statusCode).toBe(413);
  expect(seen).toEqual([]);
});

it('auth proxy: is not mounted in embedded mode', async () => {
  const embedded = await startTestProduct();
  try {
    expect(embedded.app.hasRoute({ method: 'POST', url: '/__/auth/*' })).toBe(false);
  } finally {
    await embedded.close();
  }
});
