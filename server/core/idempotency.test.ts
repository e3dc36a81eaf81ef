import { afterAll, beforeAll, expect, it } from 'vitest';
import { alreadyCounted } from '../../test/support/already-counted.ts';
import { signedIn } from '../../test/support/sign-in.ts';
import { startTestProduct, type TestProduct } from '../../test/support/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

it('one person’s kept answers are bounded; what was answered is answered again, and others go on', async () => {
  const [maren, ilse] = [await signedIn(product), await signedIn(product)];
  const save = async (who: typeof maren, key: string) => {
    const { statusCode } = await product.app.inject({
      method: 'POST',
      url: '/api/recipients',
      headers: { ...who.headers, 'idempotency-key': key },
      payload: { name: 'Wim', email: 'wim@example.org' },
    });
    return statusCode;
  };
  expect(await save(maren, 'first')).toBe(200);
  await alreadyCounted(product, `kept answers:${maren.uid}`, 599);
  expect(await save(maren, 'second')).toBe(429);
  expect([await save(maren, 'first'), await save(ilse, 'second')]).toEqual([200, 200]);
});
