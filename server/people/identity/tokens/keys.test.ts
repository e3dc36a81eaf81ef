import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../../shared/durations.ts';
import { startTestProduct, type TestProduct } from '../../../../test/support/test-product.ts';
import { signingKeys } from '../schema.ts';
import { KeyRing } from './keys.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());
beforeEach(() => product.services.db.delete(signingKeys));

const ring = (secret = product.services.sessionSecret) => new KeyRing(product.services.db, secret);
const published = async () => (await ring().jwks()).keys.map(({ kid }) => kid);

describe('KeyRing', () => {
  it('processes that start at once make one key', async () => {
    const signers = await Promise.all([ring().signer(), ring().signer(), ring().signer()]);
    expect(new Set(signers.map(({ kid }) => kid)).size).toBe(1);
    expect(await product.services.db.select().from(signingKeys)).toHaveLength(1);
  });

  it('stores private keys encrypted', async () => {
    await ring().signer();
    const [row] = await product.services.db.select().from(signingKeys);
    expect(row?.publicJwk).not.toHaveProperty('d');
    expect(row?.privateSealed).toMatch(/^[\w-]+$/);
    expect(Buffer.from(row?.privateSealed ?? '', 'base64url').toString('latin1')).not.toContain('"d"');
  });

  it('signs with a new key after 30 days, and publishes the old one for a day more', async () => {
    const one = await ring().signer();
    const rotating = ring();
    expect((await rotating.signer(Date.now() + 29 * DAY_MS)).kid).toBe(one.kid);
    const two = await rotating.signer(Date.now() + 30 * DAY_MS);
    expect(two.kid).not.toBe(one.kid);
    expect(await published()).toEqual(expect.arrayContaining([one.kid, two.kid]));
    await product.services.db
      .update(signingKeys)
      .set({ retiredAt: new Date(Date.now() - DAY_MS - 1000) })
      .where(eq(signingKeys.kid, one.kid));
    expect(await published()).toEqual([two.kid]);
    expect(await ring().verificationKey(one.kid)).toBeNull();
    expect(await ring().verificationKey(two.kid)).not.toBeNull();
  });

  it('finds a key that another process made', async () => {
    const here = ring();
    expect(await here.verificationKey('unknown')).toBeNull();
    const { kid } = await ring().signer();
    await expect.poll(() => here.verificationKey(kid), { timeout: 60_000 }).not.toBeNull();
  });

  it('a new session secret leads to a new key; the old one still verifies', async () => {
    const one = await ring().signer();
    const changed = ring(randomBytes(32));
    const two = await changed.signer();
    expect(two.kid).not.toBe(one.kid);
    expect(await changed.verificationKey(one.kid)).not.toBeNull();
  });
});
