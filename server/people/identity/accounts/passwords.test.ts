import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { LimiterFull } from '../../../../packages/threads/fair-limiter.ts';
import { readConfig } from '../../../core/config.ts';
import { assertGoodPassword, isPassword } from './passwords.ts';

it.each(['Ink & Paper', 'Ink 2 Go'])(
  'passwords of numbers are taken where the product is called %s',
  async (name) => {
    const config = readConfig({ PRODUCT_NAME: name });
    await expect(assertGoodPassword(config, '90817263540')).resolves.toBeUndefined();
    await expect(assertGoodPassword(config, `${name} 2026!`)).rejects.toThrow(
      'Many people use this password',
    );
  },
);

const argon2: typeof import('@node-rs/argon2') = createRequire(import.meta.url)('@node-rs/argon2');
const hashed = (memoryCost: number) => argon2.hash('plum-tree', { memoryCost, timeCost: 1, parallelism: 1 });

it('isPassword: many of one network keep nobody elsewhere waiting', async () => {
  const slow = await hashed(8_192);
  let checked = 0;
  const many = Array.from({ length: 60 }, () =>
    isPassword(slow, 'plum-tree', '198.51.100.7').then(() => {
      checked += 1;
    }),
  );
  expect(await isPassword(slow, 'plum-tree', '203.0.113.9')).toBe(true);
  expect(checked).toBeLessThan(50);
  await Promise.all(many);
});

it('isPassword: refuses those of one network beyond a hundred that wait', async () => {
  const quick = await hashed(64);
  const flood = Array.from({ length: 300 }, (_, n) =>
    isPassword(quick, 'plum-tree', `198.51.100.${n % 250}`),
  );
  const reasons = (await Promise.allSettled(flood)).flatMap((one) =>
    one.status === 'rejected' ? [one.reason] : [],
  );
  expect(reasons).toEqual(Array.from({ length: 199 }, () => expect.any(LimiterFull)));
  expect(await isPassword(quick, 'plum-tree', '198.51.100.7')).toBe(true);
});
