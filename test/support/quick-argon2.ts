import { createRequire } from 'node:module';

type Argon2 = typeof import('@node-rs/argon2');

// Vitest puts this file in the package's place.
const argon2: Argon2 = createRequire(import.meta.url)('@node-rs/argon2');
export const { verify } = argon2;

/** What the product asked for last. */
export let cost: Parameters<Argon2['hash']>[1];

/** argon2 at a hundredth of the cost: hashes are a quarter of the processor's time in tests of signing in. */
export const hash: Argon2['hash'] = (password, options, signal) => {
  cost = options;
  return argon2.hash(password, { ...options, memoryCost: 256, timeCost: 1 }, signal);
};
