import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IdentityClient, refusalOf } from '../../../../test/identity/identity-client.ts';
import { startTestProduct, type TestProduct } from '../../../../test/support/test-product.ts';
import { users } from '../../users/schema.ts';

let product: TestProduct;
let client: IdentityClient;
beforeAll(async () => {
  product = await startTestProduct();
  client = new IdentityClient(product);
});
afterAll(() => product.close());

describe('accounts:update with a verification code', () => {
  it('is accepted with the session cookie of the account', async () => {
    const person = await client.signUp();
    const cookie = await client.cookieOf(person);
    await product.app.inject({
      method: 'POST',
      url: '/api/users',
      headers: { ...product.origin, cookie },
      payload: { firebaseUid: person.localId, email: person.email },
    });
    const oobCode = await client.verificationCode(person);
    const answer = await client.call('update', { oobCode }, { headers: { cookie } });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      localId: person.localId,
      email: person.email,
      emailVerified: true,
    });
    expect(answer.json()).not.toHaveProperty('idToken');
    expect(await client.isVerified(person)).toBe(true);
    const [user] = await product.services.db.select().from(users).where(eq(users.accountUid, person.localId));
    expect(user?.emailVerified).toBe(true);
    expect((await client.call('lookup', { idToken: person.idToken })).json().users[0].emailVerified).toBe(
      true,
    );
    const again = await client.call('update', { oobCode }, { headers: { cookie } });
    expect(refusalOf(again)).toBe('INVALID_OOB_CODE');
  });

  it('is accepted with an ID token of the account', async () => {
    const person = await client.signUp();
    const oobCode = await client.verificationCode(person);
    const answer = await client.call('update', { oobCode, idToken: person.idToken });
    expect(answer.json()).toMatchObject({ emailVerified: true });
  });

  it('is refused signed out, for another account, and for a cookie without our Origin, and stays valid', async () => {
    const squatter = await client.signUp();
    const owner = await client.signUp();
    const oobCode = await client.verificationCode(squatter);
    const attempts = [
      [await client.call('update', { oobCode }), /^LOGIN_REQUIRED : /],
      [
        await client.call('update', { oobCode }, { headers: { cookie: await client.cookieOf(owner) } }),
        /^USER_MISMATCH : /,
      ],
      [await client.call('update', { oobCode, idToken: owner.idToken }), /^USER_MISMATCH : /],
    ] as const;
    for (const [answer, refusal] of attempts) {
      expect(answer.statusCode).toBe(400);
      expect(refusalOf(answer)).toMatch(refusal);
    }
    const bare = await product.app.inject({
      method: 'POST',
      url: '/identitytoolkit.googleapis.com/v1/accounts:update?key=embedded',
      headers: { cookie: await client.cookieOf(squatter) },
      payload: { oobCode },
    });
    expect(refusalOf(bare)).toMatch(/^LOGIN_REQUIRED : /);
    expect(await client.isVerified(squatter)).toBe(false);
    expect((await client.call('update', { oobCode, idToken: squatter.idToken })).statusCode).toBe(200);
  });

  it('is refused when unknown, expired, or of another kind', async () => {
    const person = await client.signUp();
    const { idToken } = person;
    expect(refusalOf(await client.call('update', { oobCode: 'x'.repeat(43), idToken }))).toBe(
      'INVALID_OOB_CODE',
    );
    const reset = await client.resetCode(person);
    expect(refusalOf(await client.call('update', { oobCode: reset, idToken }))).toBe('INVALID_OOB_CODE');
    const old = await client.verificationCode(person);
    await client.expire(old);
    expect(refusalOf(await client.call('update', { oobCode: old, idToken }))).toBe('EXPIRED_OOB_CODE');
    expect(await client.isVerified(person)).toBe(false);
  });

  it('is accepted once among concurrent requests, and invalidates earlier codes', async () => {
    const person = await client.signUp();
    const { idToken } = person;
    const earlier = await client.verificationCode(person);
    const oobCode = await client.verificationCode(person);
    expect(earlier).not.toBe(oobCode);
    const both = await Promise.all([1, 2].map(() => client.call('update', { oobCode, idToken })));
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
    expect(refusalOf(await client.call('update', { oobCode: earlier, idToken }))).toBe('INVALID_OOB_CODE');
  });
});
