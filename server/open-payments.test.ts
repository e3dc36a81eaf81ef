import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestProduct, type TestProduct } from '../test/support/test-product.ts';
import { BadSettings, readConfig } from './core/config.ts';
import { openPayments } from './open-payments.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

const opened = (env: Record<string, string>) =>
  openPayments(readConfig(env), product.services.db, product.services.sessionSecret);
const withKey = (key: string) => opened({ STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: 'whsec_some' });

describe('openPayments', () => {
  it('tells test keys from live keys, and refuses to start with any other', () => {
    for (const key of ['sk_test_1', 'rk_test_1']) {
      expect(withKey(key)).toMatchObject({ kind: 'stripe', livemode: false });
      expect(withKey(key).description).toContain('no money moves');
    }
    for (const key of ['sk_live_1', 'rk_live_1']) {
      expect(withKey(key)).toMatchObject({ kind: 'stripe', livemode: true });
      expect(withKey(key).description).toContain('LIVE');
    }
    for (const key of ['pk_test_1', 'whsec_1', 'secret']) expect(() => withKey(key)).toThrow(BadSettings);
    expect(() => readConfig({ STRIPE_SECRET_KEY: 'sk_test_1' })).toThrow(BadSettings);
  });

  it.each([
    [{}, 'sandbox'],
    [{ PUBLIC_URL: 'http://127.0.0.1:4000' }, 'sandbox'],
    [{ PUBLIC_URL: 'http://[::1]:4000', HOST: '::1' }, 'sandbox'],
    [{ PUBLIC_URL: 'https://letters.example.org' }, 'none'],
    [{ PUBLIC_URL: 'http://localhost.example.org' }, 'none'],
    [{ PUBLIC_URL: 'http://192.168.1.20:3000' }, 'none'],
    [{ HOST: '0.0.0.0' }, 'none'],
  ])('with %j is %s', (env: Record<string, string>, kind) => {
    expect(opened(env).kind).toBe(kind);
  });
});
