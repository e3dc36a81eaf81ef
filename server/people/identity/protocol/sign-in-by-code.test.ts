import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IdentityClient, PASSWORD, refusalOf } from '../../../../test/identity/identity-client.ts';
import { startTestProduct, type TestProduct } from '../../../../test/support/test-product.ts';
import { setAccountDisabled } from '../operator-commands.ts';
import { accounts } from '../schema.ts';

let product: TestProduct;
let client: IdentityClient;
beforeAll(async () => {
  product = await startTestProduct();
  client = new IdentityClient(product);
});
afterAll(() => product.close());

describe('accounts:signInWithEmailLink', () => {
  const signIn = (payload: object, headers: Record<string, string> = {}) =>
    client.call('signInWithEmailLink', payload, { headers });
  const verified = async () => {
    const person = await client.signUp();
    await client.call('update', {
      oobCode: await client.verificationCode(person),
      idToken: person.idToken,
    });
    return person;
  };

  it('signs in once, keeps the password and other sign-ins, and ends a lock-out', async () => {
    const person = await verified();
    for (let i = 0; i < 11; i += 1)
      await client.call('signInWithPassword', { email: person.email, password: 'wrong-password' });
    const oobCode = await client.signInCode(person);
    const [mail] = (await client.mailsTo(person.email)).slice(-1);
    expect(mail?.text).toContain(
      `http://localhost:3000/sign-in-link?oobCode=${oobCode}&mode=signIn&apiKey=embedded`,
    );
    const answer = await signIn({ email: person.email.toUpperCase(), oobCode });
    expect(answer.json()).toMatchObject({
      kind: 'identitytoolkit#EmailLinkSigninResponse',
      localId: person.localId,
      email: person.email,
      isNewUser: false,
      expiresIn: '3600',
    });
    expect((await client.openSession(answer.json().idToken)).statusCode).toBe(200);
    expect((await client.exchange(answer.json().refreshToken)).statusCode).toBe(200);
    expect((await client.openSession(person.idToken)).statusCode).toBe(200);
    expect(refusalOf(await signIn({ email: person.email, oobCode }))).toBe('INVALID_OOB_CODE');
    const byPassword = await client.call('signInWithPassword', { email: person.email, password: PASSWORD });
    expect(byPassword.statusCode).toBe(200);
  });

  it('hands an unverified account over without its password, unless the browser is known to it', async () => {
    const squatter = await client.signUp();
    const answer = await signIn({ email: squatter.email, oobCode: await client.signInCode(squatter) });
    expect(answer.statusCode).toBe(200);
    expect(await client.isVerified(squatter)).toBe(true);
    expect((await client.openSession(squatter.idToken)).statusCode).toBe(401);
    const password = { email: squatter.email, password: PASSWORD };
    expect(refusalOf(await client.call('signInWithPassword', password))).toBe('INVALID_LOGIN_CREDENTIALS');

    const maker = await client.signUp();
    const { cookies } = await client.openSession(maker.idToken);
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    await signIn({ email: maker.email, oobCode: await client.signInCode(maker) }, { cookie });
    expect(await client.isVerified(maker)).toBe(true);
    const own = { email: maker.email, password: PASSWORD };
    expect((await client.call('signInWithPassword', own)).statusCode).toBe(200);
  });

  it('is refused with another address, an expired link, a link of another kind, and for a disabled account', async () => {
    const [person, other] = [await client.signUp(), await client.signUp()];
    const { email } = person;
    const oobCode = await client.signInCode(person);
    expect(refusalOf(await signIn({ email: other.email, oobCode }))).toMatch(/^INVALID_EMAIL/);
    expect(refusalOf(await signIn({ oobCode }))).toBe('MISSING_EMAIL');
    expect(refusalOf(await signIn({ email }))).toBe('MISSING_OOB_CODE');
    const linking = { email, oobCode, idToken: person.idToken };
    expect(refusalOf(await signIn(linking))).toBe('OPERATION_NOT_ALLOWED');
    for (const wrong of [await client.verificationCode(person), await client.resetCode(person), 'unknown'])
      expect(refusalOf(await signIn({ email, oobCode: wrong }))).toBe('INVALID_OOB_CODE');
    const cookie = await client.cookieOf(person);
    const applied = await client.call(
      'update',
      { oobCode, idToken: person.idToken },
      { headers: { cookie } },
    );
    expect(refusalOf(applied)).toBe('INVALID_OOB_CODE');
    const reset = await client.call('resetPassword', { oobCode, newPassword: 'quince-tree-8' });
    expect(refusalOf(reset)).toBe('INVALID_OOB_CODE');
    expect(await client.isVerified(person)).toBe(false);
    await client.expire(oobCode);
    expect(refusalOf(await signIn({ email, oobCode }))).toBe('EXPIRED_OOB_CODE');
    const last = await client.signInCode(person);
    await setAccountDisabled(product.services, person.localId, true);
    expect(refusalOf(await signIn({ email, oobCode: last }))).toBe('USER_DISABLED');
  });

  it('of two presses at one moment signs in one', async () => {
    const person = await verified();
    const oobCode = await client.signInCode(person);
    const answers = await Promise.all([1, 2].map(() => signIn({ email: person.email, oobCode })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  });

  it('an unknown address gets the same answer and no mail', async () => {
    const email = 'nobody.at.all@example.com';
    const answer = await client.call('sendOobCode', { requestType: 'EMAIL_SIGNIN', email });
    expect(answer.json()).toEqual({ kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email });
    expect(await client.mailsTo(email)).toEqual([]);
    const found = await product.services.db.select().from(accounts).where(eq(accounts.email, email));
    expect(found).toEqual([]);
  });
});
