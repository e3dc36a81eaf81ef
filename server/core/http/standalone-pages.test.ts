import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

const post = (url: string, payload: string, length = payload.length) =>
  product.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(length) },
  });

it.each(['/mute/nope', '/reminders/nope', '/l/nope/stop'])(
  'pages by a secret link: %s answers a request that cannot be read by a page that says so, not as a fault of ours',
  async (url) => {
    const brokenOff = await post(url, 'a=b', 50);
    expect([brokenOff.statusCode, brokenOff.headers['content-type']]).toEqual([
      400,
      'text/html; charset=utf-8',
    ]);
    expect(brokenOff.body).toContain('We could not read that request.');
    const unknown = await post(url, 'a=b');
    expect([unknown.statusCode, unknown.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  },
);
