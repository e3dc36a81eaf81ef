import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ env: { PUBLIC_URL: 'https://letters.example.org' } });
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
    expect(policy['script-src'] ?? policy['default-src']).not.toMatch(/unsafe|\*|data:/);
    expect(headers['strict-transport-security']).toMatch(/max-age=31536000/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toMatch(/same-origin|no-referrer/);
    expect(headers['x-powered-by']).toBeUndefined();
  },
);
