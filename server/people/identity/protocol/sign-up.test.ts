import { eq } from 'drizzle-orm';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IdentityClient, PASSWORD, refusalOf } from '../../../../test/identity/identity-client.ts';
import { alreadyCounted } from '../../../../test/support/already-counted.ts';
import { cost } from '../../../../test/support/quick-argon2.ts';
import { startTestProduct, type TestProduct } from '../../../../test/support/test-product.ts';
import { accounts } from '../schema.ts';

let product: TestProduct;
let client: IdentityClient;
beforeAll(async () => {
  product = await startTestProduct();
  client = new IdentityClient(product);
});
afterAll(() => product.close());

describe('accounts:signUp', () => {
  it('makes an account and signs it in', async () => {
    const answer = await client.call('signUp', {
      returnSecureToken: true,
      email: 'Maren.Oakes@Example.com',
      password: PASSWORD,
      clientType: 'CLIENT_TYPE_WEB',
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      kind: 'identitytoolkit#SignupNewUserResponse',
      email: 'maren.oakes@example.com',
      expiresIn: '3600',
    });
    const { localId, idToken } = answer.json();
    expect(decodeProtectedHeader(idToken)).toMatchObject({ alg: 'ES256', typ: 'JWT' });
    const claims = decodeJwt(idToken);
    expect(claims).toMatchObject({
      iss: 'http://localhost:3000/identity',
      aud: 'embedded',
      sub: localId,
      user_id: localId,
      email: 'maren.oakes@example.com',
      email_verified: false,
      firebase: { identities: { email: ['maren.oakes@example.com'] }, sign_in_provider: 'password' },
    });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3600);
    expect(claims).not.toHaveProperty('provider_id');
  });

  it('stores passwords as argon2id hashes', async () => {
    const { localId } = await client.signUp();
    const [row] = await product.services.db.select().from(accounts).where(eq(accounts.uid, localId));
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$/);
    expect(cost).toEqual({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    expect(JSON.stringify(row)).not.toContain(PASSWORD);
  });

  it.each([
    [{}, 'ADMIN_ONLY_OPERATION'],
    [{ returnSecureToken: true }, 'ADMIN_ONLY_OPERATION'],
    [{ password: PASSWORD }, 'MISSING_EMAIL'],
    [{ email: '', password: PASSWORD }, 'MISSING_EMAIL'],
    [{ email: 'a@example.com' }, 'MISSING_PASSWORD'],
    [{ email: 'nobody', password: PASSWORD }, 'INVALID_EMAIL'],
    [{ email: 'a@example.com\r\nBcc: b@example.com', password: PASSWORD }, 'INVALID_EMAIL'],
    [
      { email: 'a@example.com', password: '12345' },
      'WEAK_PASSWORD : Password should be at least 6 characters',
    ],
    [{ email: 'a@example.com', password: PASSWORD, localId: 'mine' }, 'UNEXPECTED_PARAMETER : User ID'],
    [{ email: 'a@example.com', password: PASSWORD, idToken: 'any' }, 'OPERATION_NOT_ALLOWED'],
  ])('%j is %s', async (request, refusal) => {
    const answer = await client.call('signUp', request);
    expect(answer.statusCode).toBe(400);
    expect(refusalOf(answer)).toBe(refusal);
  });

  it('refuses a password that is longer than the policy allows', async () => {
    const answer = await client.call('signUp', { email: 'a@example.com', password: 'x'.repeat(4_097) });
    expect(refusalOf(answer)).toMatch(
      /^PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: \[/,
    );
  });

  it('makes one account per address, in any case and from concurrent requests', async () => {
    const ask = (email: string) => client.call('signUp', { email, password: PASSWORD });
    const both = await Promise.all([ask('twice@example.com'), ask('TWICE@example.com')]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
    const again = await ask('Twice@Example.com');
    expect(refusalOf(again)).toBe('EMAIL_EXISTS');
  });

  it.each(['password', 'Qwerty123', 'slow letters', 'SlowLetters2026!', 'letters1'])(
    'refuses the password %s',
    async (password) => {
      const answer = await client.call('signUp', { email: 'guessable@example.com', password });
      expect(refusalOf(answer)).toMatch(
        /^PASSWORD_DOES_NOT_MEET_REQUIREMENTS.*\[Many people use this password/,
      );
    },
  );

  it('is limited to 30 a day per network, an IPv6 /48 or an IPv4 /24 being one; known addresses use up nothing of new ones', async () => {
    const taken = (await client.signUp()).email;
    const ask = (last: number) =>
      client.call(
        'signUp',
        { email: taken, password: PASSWORD },
        { ip: `2001:db8:7:${last.toString(16)}::1` },
      );
    const asked = await Promise.all(Array.from({ length: 30 }, (_, i) => ask(i)));
    for (const answer of asked) expect(refusalOf(answer)).toBe('EMAIL_EXISTS');
    const over = await ask(31);
    expect(over.statusCode).toBe(429);
    expect(over.json().error.code).toBe(429);
    expect(refusalOf(over)).toMatch(/^TOO_MANY_ATTEMPTS_TRY_LATER : Too many accounts/);
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(0);
    const ofNew = (n: number) =>
      client.call('signUp', { email: `new${n}.${taken}`, password: PASSWORD }, { ip: '2001:db8:7::1' });
    expect((await ofNew(0)).statusCode).toBe(200);
    await alreadyCounted(product, 'sign-up', 29);
    expect((await ofNew(1)).statusCode).toBe(429);
    const elsewhere = { ip: '2001:db8:8::1' };
    expect(refusalOf(await client.call('signUp', { email: taken, password: PASSWORD }, elsewhere))).toBe(
      'EMAIL_EXISTS',
    );
  });

  it('a class of newcomers in one network goes on while they confirm their addresses', async () => {
    const signUp = (n: number) =>
      client.call('signUp', { email: `pupil-${n}@example.com`, password: PASSWORD }, { ip: '198.18.7.7' });
    const first = await signUp(0);
    await alreadyCounted(product, 'sign-up', 29);
    expect(refusalOf(await signUp(1))).toMatch(/^TOO_MANY_ATTEMPTS_TRY_LATER/);
    // What is refused counts, too.
    await alreadyCounted(product, 'sign-up', -1);
    const { email, idToken } = first.json();
    await client.call('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
    const confirm = async (code: string) =>
      client.call('update', { oobCode: code, idToken }, { ip: '198.18.7.8' });
    expect((await confirm(await client.mailedCode(email))).statusCode).toBe(200);
    const second = await signUp(1);
    expect(second.statusCode).toBe(200);

    // Somebody with a domain of their own does not go on without end.
    await alreadyCounted(product, 'sign-up:confirmed', 59);
    const again = second.json();
    await client.call('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken: again.idToken });
    const last = { oobCode: await client.mailedCode(again.email), idToken: again.idToken };
    expect((await client.call('update', last, { ip: '198.18.7.8' })).statusCode).toBe(200);
    expect(refusalOf(await signUp(2))).toMatch(/^TOO_MANY_ATTEMPTS_TRY_LATER/);
  });

  it('is not limited on loopback and private networks', async () => {
    const taken = (await client.signUp()).email;
    for (let i = 0; i <= 30; i += 1) {
      const answer = await client.call('signUp', { email: taken, password: PASSWORD }, { ip: '192.168.1.9' });
      expect(refusalOf(answer)).toBe('EMAIL_EXISTS');
    }
  });
});

describe('accounts:signUp under load', () => {
  it('answers 503 when too many requests wait, and completes the others', async () => {
    const ask = (i: number) => client.call('signUp', { email: `flood-${i}@example.com`, password: PASSWORD });
    const answers = await Promise.all(Array.from({ length: 140 }, (_, i) => ask(i)));
    const made = answers.filter(({ statusCode }) => statusCode === 200);
    const refused = answers.filter(({ statusCode }) => statusCode === 503);
    expect(made.length).toBeGreaterThanOrEqual(102);
    expect(refused.length).toBeGreaterThan(0);
    expect(made.length + refused.length).toBe(140);
    for (const answer of refused) expect(refusalOf(answer)).toBe('NETWORK_REQUEST_FAILED');
    expect((await client.signUp()).idToken).toBeTruthy();
  });
});
