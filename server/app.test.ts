import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestProduct, type TestProduct } from '../test/support/test-product.ts';
import { buildApp } from './app.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({
    env: { PUBLIC_URL: 'https://letters.example.org', SECURITY_CONTACT: 'mailto:security@example.org' },
  });
});
afterAll(() => product.close());

it.each(['/', '/payment', '/api/config', '/l/nothing-of-the-kind', '/no/such/path'])(
  'GET %s: has the security headers',
  async (url) => {
    const { headers } = await product.app.inject({ url });
    const policy = Object.fromEntries(
      String(headers['content-security-policy'])
        .split(';')
        .map((directive) => directive.trim().split(/ (.*)/s).slice(0, 2)),
    );
    expect(policy['frame-ancestors']).toBe("'none'");
    expect(policy['object-src'] ?? policy['default-src']).toBe("'none'");
    expect(policy['base-uri']).toBe("'none'");
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(policy['script-src'] ?? policy['default-src']).not.toMatch(/unsafe|\*|data:/);
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toMatch(/same-origin|no-referrer/);
    expect(headers['x-powered-by']).toBeUndefined();
    // Pages that the server makes allow no script at all.
    const scripts = policy['script-src'] ?? policy['default-src'];
    const typed = [policy['require-trusted-types-for'], policy['trusted-types']];
    expect(scripts === "'none'" ? ["'script'", 'letters'] : typed).toEqual(["'script'", 'letters']);
    expect(headers['permissions-policy']).toMatch(/\bcamera=\(\).*\bgeolocation=\(\)/);
  },
);

it('answers of the API are not stored, unless they say how long', async () => {
  const urls = ['/api/user', '/api/letters', '/api/config', '/api/recipients', '/api/no/such/path', '/ping'];
  for (const url of urls) {
    const { headers } = await product.app.inject({ url });
    expect([url, headers['cache-control']]).toEqual([url, 'no-store']);
  }
});

it('GET /.well-known/security.txt: names the contact and expires within a year (RFC 9116)', async () => {
  const { statusCode, headers, body } = await product.app.inject({ url: '/.well-known/security.txt' });
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(body).toMatch(/^Contact: mailto:security@example\.org$/m);
  expect(body).toMatch(/^Canonical: https:\/\/letters\.example\.org\/\.well-known\/security\.txt$/m);
  const days = (Date.parse(/^Expires: (.+)$/m.exec(body)?.[1] ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(150);
  expect(days).toBeLessThan(365);
});

it('a request with two Host fields is refused', async () => {
  const app = await buildApp(product.services, { receiverPort: null });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.end(
    'GET /ping HTTP/1.1\r\nHost: letters.example.org\r\nhost: elsewhere.example\r\nConnection: close\r\n\r\n',
  );
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 [\s\S]*two Host fields/);
  await app.close();
});
