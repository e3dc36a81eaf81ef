import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IdentityClient, PASSWORD, refusalOf } from '../../../../test/identity/identity-client.ts';
import { startTestProduct, type TestProduct } from '../../../../test/support/test-product.ts';
import { setAccountDisabled } from '../operator-commands.ts';

let product: TestProduct;
let client: IdentityClient;
beforeAll(async () => {
  product = await startTestProduct();
  client = new IdentityClient(product);
});
afterAll(() => product.close());

describe('accounts:signInWithPassword', () => {
  const signIn = (email: string, password: string, ip?: string) =>
    client.call('signInWithPassword', { email, password, returnSecureToken: true }, ip ? { ip } : {});

  it('signs in by the address in any case', async () => {
    const { email, localId } = await client.signUp();
    const answer = await signIn(email.toUpperCase(), PASSWORD);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      kind: 'identitytoolkit#VerifyPasswordResponse',
      localId,
      email,
      registered: true,
      expiresIn: '3600',
    });
    expect(decodeJwt(answer.json().idToken)).toMatchObject({ sub: localId });
  });

  it.each([
    [{ password: 'x' }, 'MISSING_EMAIL'],
    [{ email: '', password: 'x' }, 'INVALID_EMAIL'],
    [{ email: 'nobody', password: 'x' }, 'INVALID_EMAIL'],
    [{ email: 'nobody@example.com' }, 'MISSING_PASSWORD'],
    [{ email: 'nobody@example.com', password: 'plum-tree' }, 'INVALID_LOGIN_CREDENTIALS'],
  ])('%j is %s', async (request, refusal) => {
    const answer = await client.call('signInWithPassword', request);
    expect(answer.statusCode).toBe(400);
    expect(refusalOf(answer)).toBe(refusal);
  });

  it('a wrong password and an unknown address get the same answer in about the same time', async () => {
    const { email } = await client.signUp();
    const timed = async (address: string) => {
      const times: number[] = [];
      for (let i = 0; i < 5; i += 1) {
        const start = performance.now();
        expect(refusalOf(await signIn(address, 'wrong-password'))).toBe('INVALID_LOGIN_CREDENTIALS');
        times.push(performance.now() - start);
      }
      return Math.min(...times);
    };
    const known = await timed(email);
    const unknown = await timed('nobody.at.all@example.com');
    // Without the dummy hash, an unknown address is answered in a tenth of the time.
    expect(unknown).toBeGreaterThan(known / 3);
  });

  it('reveals a disabled account only with the right password', async () => {
    const { email, localId } = await client.signUp();
    await setAccountDisabled(product.services, localId, true);
    expect(refusalOf(await signIn(email, 'wrong-password'))).toBe('INVALID_LOGIN_CREDENTIALS');
    expect(refusalOf(await signIn(email, PASSWORD))).toBe('USER_DISABLED');
    await setAccountDisabled(product.services, localId, false);
    expect((await signIn(email, PASSWORD)).statusCode).toBe(200);
  });

  it('locks an account for a network after ten wrong passwords, concurrent ones included, even for the right one', async () => {
    const { email } = await client.signUp();
    const ip = '198.51.100.5';
    const guesses = await Promise.all(Array.from({ length: 14 }, (_, i) => signIn(email, `guess-${i}`, ip)));
    const refusals = guesses.map((guess) => refusalOf(guess).split(' : ')[0]);
    expect(refusals.filter((refusal) => refusal === 'INVALID_LOGIN_CREDENTIALS')).toHaveLength(10);
    expect(refusals.filter((refusal) => refusal === 'TOO_MANY_ATTEMPTS_TRY_LATER')).toHaveLength(4);
    const right = await signIn(email, PASSWORD, ip);
    expect(right.statusCode).toBe(400);
    expect(refusalOf(right)).toMatch(/^TOO_MANY_ATTEMPTS_TRY_LATER/);
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('locks an unknown address in the same way', async () => {
    const guess = () => signIn('not.here@example.com', 'guess', '198.51.100.6');
    for (let i = 0; i < 10; i += 1) await guess();
    expect(refusalOf(await guess())).toMatch(/^TOO_MANY_ATTEMPTS_TRY_LATER/);
  });

  it('counts failures only: the right password resets the count', async () => {
    const { email } = await client.signUp();
    const ip = '198.51.100.9';
    for (let round = 0; round < 2; round += 1) {
      for (let i = 0; i < 9; i += 1) {
        expect(refusalOf(await signIn(email, 'wrong-password', ip))).toBe('INVALID_LOGIN_CREDENTIALS');
      }
      expect((await signIn(email, PASSWORD, ip)).statusCode).toBe(200);
    }
  });

  it('locks a network that tries many accounts', async () => {
    const ip = '198.51.100.7';
    const { email } = await client.signUp();
    const all = Array.from({ length: 100 }, (_, i) => signIn(`spray-${i}@example.com`, 'Summer2026', ip));
    for (const guess of await Promise.all(all)) expect(refusalOf(guess)).toBe('INVALID_LOGIN_CREDENTIALS');
    expect(refusalOf(await signIn(email, PASSWORD, ip))).toMatch(/^TOO_MANY_ATTEMPTS_TRY_LATER/);
    expect((await signIn(email, PASSWORD, '198.51.100.8')).statusCode).toBe(200);
  });
});

describe('accounts:signInWithIdp', () => {
  it.each([
    [{}, 'MISSING_REQUEST_URI'],
    [{ requestUri: 'here' }, 'INVALID_REQUEST_URI'],
    [
      { requestUri: 'http://localhost' },
      'INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential.',
    ],
    [
      { requestUri: 'http://localhost', postBody: 'id_token=x.y.z&providerId=apple.com' },
      'OPERATION_NOT_ALLOWED : The identity provider configuration is not found.',
    ],
  ])('%j is %s', async (request, refusal) => {
    const answer = await client.call('signInWithIdp', request);
    expect(answer.statusCode).toBe(400);
    expect(refusalOf(answer)).toBe(refusal);
  });
});
