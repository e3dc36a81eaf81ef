import { afterAll, beforeAll, expect, it } from 'vitest';
import { signedIn } from '../testing/sign-in.ts';
import { startTestProduct, type TestProduct } from '../testing/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

const save = (who: { headers: Record<string, string> }, name: string, email: string) =>
  product.app.inject({
    method: 'POST',
    url: '/api/recipients',
    headers: who.headers,
    payload: { name, email },
  });
const list = async (who: { headers: Record<string, string> }) =>
  (await product.app.inject({ url: '/api/recipients', headers: who.headers })).json<
    { name: string; email: string }[]
  >();

it('keeps one entry an address, most recently used first, each for its owner alone', async () => {
  const [maren, other] = [await signedIn(product), await signedIn(product)];
  await save(maren, 'Ilse', 'ilse@example.org');
  await save(maren, 'Bea Lindqvist', 'bea@lindqvist.example');
  const renamed = await save(maren, '  Ilse\tBrandt ', 'Ilse@Example.org');
  expect(renamed.statusCode).toBe(200);
  expect((await list(maren)).map(({ name, email }) => [name, email])).toEqual([
    ['Ilse Brandt', 'Ilse@Example.org'],
    ['Bea Lindqvist', 'bea@lindqvist.example'],
  ]);
  expect(await list(other)).toEqual([]);
});

it('refuses blank names and malformed addresses, in words', async () => {
  const maren = await signedIn(product);
  expect((await save(maren, ' ', 'a@b.example')).statusCode).toBe(400);
  const malformed = await save(maren, 'Ilse', 'ilse@example');
  expect(malformed.statusCode).toBe(400);
  expect(malformed.json()).toMatchObject({
    message: 'Please enter a valid email address',
    fields: { email: expect.any(String) },
  });
  expect(await list(maren)).toEqual([]);
});

it('needs sign-in', async () => {
  expect((await product.app.inject({ url: '/api/recipients' })).statusCode).toBe(401);
  expect((await save({ headers: product.origin }, 'Ilse', 'ilse@example.org')).statusCode).toBe(401);
});
