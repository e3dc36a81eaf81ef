import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../../shared/durations.ts';
import { startTestProduct, type TestProduct } from '../../../../test/support/test-product.ts';
import { signingKeys } from '../schema.ts';
import { jwks, signerOf } from './keys.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());
beforeEach(() => product.services.db.delete(signingKeys));

const signer = (now?: number) => signerOf(product.services, now);
const published = async () => (await jwks(product.services)).keys.map(({ kid }) => kid);

describe('signing keys', () => {
  it('processes that start at once make one key', async () => {
    const signers = await Promise.all([signer(), signer(), signer()]);
    expect(new Set(signers.map(({ kid }) => kid)).size).toBe(1);
    expect(await product.services.db.select().from(signingKeys)).toHaveLength(1);
  });

  it('stores private keys encrypted', async () => {
    await signer();
    const [row] = await product.services.db.select().from(signingKeys);
    expect(row?.publicJwk).not.toHaveProperty('d');
    expect(row?.privateSealed).toMatch(/^[\w-]+$/);
    expect(Buffer.from(row?.privateSealed ?? '', 'base64url').toString('latin1')).not.toContain('"d"');
  });

  it('signs with a new key after 30 days, and publishes the old one for a day more', async () => {
    const one = await signer();
    expect((await signer(Date.now() + 29 * DAY_MS)).kid).toBe(one.kid);
    const two = await signer(Date.now() + 30 * DAY_MS);
    expect(two.kid).not.toBe(one.kid);
    expect(await published()).toEqual(expect.arrayContaining([one.kid, two.kid]));
    await product.services.db
      .update(signingKeys)
      .set({ retiredAt: new Date(Date.now() - DAY_MS - 1000) })
      .where(eq(signingKeys.kid, one.kid));
    expect(await published()).toEqual([two.kid]);
  });

  it('a new session secret leads to a new key; the old one still verifies', async () => {
    const one = await signer();
    const two = await signerOf({ ...product.services, sessionSecret: randomBytes(32) });
    expect(two.kid).not.toBe(one.kid);
    expect(await published()).toEqual(expect.arrayContaining([one.kid, two.kid]));
  });
});
