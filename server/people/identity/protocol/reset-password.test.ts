import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IdentityClient, PASSWORD, refusalOf } from '../../../../test/identity/identity-client.ts';
import { startTestProduct, type TestProduct } from '../../../../test/support/test-product.ts';
import { setAccountDisabled } from '../operator-commands.ts';
import { linkedProviders } from '../schema.ts';

let product: TestProduct;
let client: IdentityClient;
beforeAll(async () => {
  product = await startTestProduct();
  client = new IdentityClient(product);
});
afterAll(() => product.close());

describe('accounts:resetPassword', () => {
  const reset = (payload: object) => client.call('resetPassword', payload);

  it('returns what a code is for, without using it up', async () => {
    const person = await client.signUp();
    for (const [requestType, oobCode] of [
      ['VERIFY_EMAIL', await client.verificationCode(person)],
      ['PASSWORD_RESET', await client.resetCode(person)],
    ]) {
      for (let i = 0; i < 2; i += 1) {
        expect((await reset({ oobCode })).json()).toEqual({
          kind: 'identitytoolkit#ResetPasswordResponse',
          requestType,
          email: person.email,
        });
      }
    }
  });

  it('sets the password once, ends all sign-ins and the lock-out, and verifies the address', async () => {
    const person = await client.signUp();
    const cookie = await client.cookieOf(person);
    for (let i = 0; i < 11; i += 1) {
      await client.call('signInWithPassword', { email: person.email, password: 'wrong-password' });
    }
    const oobCode = await client.resetCode(person);
    const done = await reset({ oobCode, newPassword: 'quince-tree-8' });
    expect(done.json()).toEqual({
      kind: 'identitytoolkit#ResetPasswordResponse',
      requestType: 'PASSWORD_RESET',
      email: person.email,
    });
    expect(refusalOf(await client.call('lookup', { idToken: person.idToken }))).toBe('TOKEN_EXPIRED');
    expect(refusalOf(await client.exchange(person.refreshToken))).toBe('TOKEN_EXPIRED');
    expect((await client.openSession(person.idToken)).statusCode).toBe(401);
    expect((await product.app.inject({ url: '/api/sessions', headers: { cookie } })).statusCode).toBe(401);
    expect(await client.isVerified(person)).toBe(true);
    const again = await reset({ oobCode, newPassword: 'medlar-tree-9' });
    expect(refusalOf(again)).toBe('INVALID_OOB_CODE');
    const signedIn = await client.call('signInWithPassword', {
      email: person.email,
      password: 'quince-tree-8',
    });
    expect(signedIn.statusCode).toBe(200);
  });

  it('removes linked providers and codes of an account whose address was never verified', async () => {
    const squatter = await client.signUp();
    await product.services.db
      .insert(linkedProviders)
      .values({ providerId: 'apple.com', subject: squatter.localId, uid: squatter.localId });
    const verification = await client.verificationCode(squatter);
    await reset({ oobCode: await client.resetCode(squatter), newPassword: 'quince-tree-8' });
    const linked = await product.services.db
      .select()
      .from(linkedProviders)
      .where(eq(linkedProviders.uid, squatter.localId));
    expect(linked).toEqual([]);
    expect(refusalOf(await reset({ oobCode: verification }))).toBe('INVALID_OOB_CODE');
  });

  it('keeps the code valid when the password is refused', async () => {
    const person = await client.signUp();
    const oobCode = await client.resetCode(person);
    const weak = await reset({ oobCode, newPassword: 'short' });
    expect(refusalOf(weak)).toBe('WEAK_PASSWORD : Password should be at least 6 characters');
    expect((await reset({ oobCode, newPassword: 'quince-tree-8' })).statusCode).toBe(200);
  });

  it('is refused with a missing, unknown or expired code, and with a verification code', async () => {
    const person = await client.signUp();
    const newPassword = 'quince-tree-8';
    expect(refusalOf(await reset({}))).toBe('MISSING_OOB_CODE');
    expect(refusalOf(await reset({ oobCode: 'wrong', newPassword }))).toBe('INVALID_OOB_CODE');
    const verification = await client.verificationCode(person);
    expect(refusalOf(await reset({ oobCode: verification, newPassword }))).toBe('INVALID_OOB_CODE');
    const old = await client.resetCode(person);
    await client.expire(old);
    expect(refusalOf(await reset({ oobCode: old, newPassword }))).toBe('EXPIRED_OOB_CODE');
    const { statusCode } = await client.call('signInWithPassword', {
      email: person.email,
      password: PASSWORD,
    });
    expect(statusCode).toBe(200);
  });

  it('is refused for a disabled account', async () => {
    const person = await client.signUp();
    const oobCode = await client.resetCode(person);
    await setAccountDisabled(product.services, person.localId, true);
    expect(refusalOf(await reset({ oobCode, newPassword: 'quince-tree-8' }))).toBe('USER_DISABLED');
  });
});
