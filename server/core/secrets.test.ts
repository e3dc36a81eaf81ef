import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveKey, hashToken, randomToken, seal, unseal } from './secrets.ts';

const secret = randomBytes(32);
const key = deriveKey(secret, 'tests');

describe('seal', () => {
  it('unseal returns any text that was sealed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (plain, context) => {
        expect(unseal(key, seal(key, plain, context), context)).toBe(Buffer.from(plain).toString());
      }),
    );
  });

  it('unseal returns null for another key, another context, or altered bytes', () => {
    const sealed = seal(key, 'the private part', 'here');
    expect(unseal(deriveKey(secret, 'something else'), sealed, 'here')).toBeNull();
    expect(unseal(key, sealed, 'there')).toBeNull();
    const bytes = Buffer.from(sealed, 'base64url');
    for (let i = 0; i < bytes.length; i += 1) {
      const altered = Buffer.from(bytes);
      altered[i] = (altered[i] ?? 0) ^ 1;
      expect(unseal(key, altered.toString('base64url'), 'here')).toBeNull();
    }
    expect(unseal(key, bytes.subarray(0, 20).toString('base64url'), 'here')).toBeNull();
    expect(unseal(key, '', 'here')).toBeNull();
  });
});

it('randomToken: has 256 bits, and its hash differs from it', () => {
  const token = randomToken();
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(randomToken()).not.toBe(token);
  expect(hashToken(token)).not.toContain(token);
});
