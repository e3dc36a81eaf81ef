import { eq, like, sql } from 'drizzle-orm';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  IdentityClient,
  PASSWORD,
  refusalOf,
  type Signed,
} from '../../../../test/identity/identity-client.ts';
import { startTestProduct, type TestProduct } from '../../../../test/support/test-product.ts';
import { hashToken } from '../../../core/secrets.ts';
import { findAccount } from '../accounts/data.ts';
import { setAccountDisabled } from '../operator-commands.ts';
import { accounts, refreshTokens } from '../schema.ts';
import { sweepIdentity } from '../sweep-identity.ts';
import { jwks, signerOf } from './keys.ts';
import { beginSignIn, REFRESH_TOKENS_EACH, signIdToken, storeRefreshToken } from './tokens.ts';

let product: TestProduct;
let client: IdentityClient;
beforeAll(async () => {
  product = await startTestProduct();
  client = new IdentityClient(product);
});
afterAll(() => product.close());

/** As if the exchange of this token had been so long ago. */
async function rotatedAgo(token: string, milliseconds: number): Promise<void> {
  await product.services.db
    .update(refreshTokens)
    .set({ rotatedAt: new Date(Date.now() - milliseconds) })
    .where(eq(refreshTokens.tokenHash, hashToken(token)));
}

it('refresh tokens: of an account’s many the oldest spent ones go, and none that is still good', async () => {
  const { db } = product.services;
  const person = await client.signUp();
  const signedInAgain = await client.call('signInWithPassword', { email: person.email, password: PASSWORD });
  const phone = signedInAgain.json<Signed>();
  const [row] = await db
    .select()
    .from(refreshTokens)
    .where(eq(refreshTokens.tokenHash, hashToken(phone.refreshToken)));
  await db.execute(sql`
    insert into refresh_tokens (token_hash, uid, family_id, auth_time, created_at, expires_at, rotated_at)
    select 'spent ' || n, uid, family_id, auth_time, created_at + make_interval(secs => n), expires_at, created_at
    from refresh_tokens, generate_series(1, ${REFRESH_TOKENS_EACH}::int) n where token_hash = ${row?.tokenHash}`);
  const laptop = await next(person.refreshToken);
  expect(await db.$count(refreshTokens, eq(refreshTokens.uid, person.localId))).toBe(REFRESH_TOKENS_EACH);
  const spent = await db.select().from(refreshTokens).where(like(refreshTokens.tokenHash, 'spent %'));
  expect(spent.some(({ tokenHash }) => tokenHash === 'spent 1')).toBe(false);
  expect(spent.some(({ tokenHash }) => tokenHash === `spent ${REFRESH_TOKENS_EACH}`)).toBe(true);
  for (const token of [laptop, phone.refreshToken])
    expect((await client.exchange(token)).statusCode).toBe(200);
});

const next = async (token: string): Promise<string> => (await client.exchange(token)).json().refresh_token;

describe('POST securetoken v1/token', () => {
  it('exchanges a refresh token for an ID token and the next one', async () => {
    const person = await client.signUp();
    const answer = await client.exchange(person.refreshToken);
    expect(answer.statusCode).toBe(200);
    const tokens = answer.json();
    expect(tokens).toMatchObject({
      expires_in: '3600',
      token_type: 'Bearer',
      user_id: person.localId,
      project_id: 'embedded',
    });
    expect(tokens.access_token).toBe(tokens.id_token);
    expect(tokens.refresh_token).not.toBe(person.refreshToken);
    const [before, after] = [decodeJwt(person.idToken), decodeJwt(tokens.id_token)];
    expect(after.auth_time).toBe(before.auth_time);
    expect(after.firebase).toEqual(before.firebase);
    expect((await client.call('lookup', { idToken: tokens.id_token })).statusCode).toBe(200);
  });

  it('accepts both spellings of the fields, as form and JSON', async () => {
    const { refreshToken } = await client.signUp();
    const answer = await client.post('/securetoken.googleapis.com/v1/token', {
      grantType: 'refresh_token',
      refreshToken,
    });
    expect(answer.statusCode).toBe(200);
  });

  it.each([
    [{ refresh_token: 'x' }, 'MISSING_GRANT_TYPE'],
    [{ grant_type: 'password', refresh_token: 'x' }, 'INVALID_GRANT_TYPE'],
    [{ grant_type: 'refresh_token' }, 'MISSING_REFRESH_TOKEN'],
    [{ grant_type: 'refresh_token', refresh_token: 'malformed' }, 'INVALID_REFRESH_TOKEN'],
    [{ grant_type: 'refresh_token', refresh_token: `password.${'x'.repeat(43)}` }, 'TOKEN_EXPIRED'],
    // Of a version to come, in which people sign in by something else.
    [{ grant_type: 'refresh_token', refresh_token: `some-day.${'x'.repeat(43)}` }, 'TOKEN_EXPIRED'],
  ])('%j is %s', async (request, refusal) => {
    const answer = await client.post('/securetoken.googleapis.com/v1/token', request);
    expect(answer.statusCode).toBe(400);
    expect(refusalOf(answer)).toBe(refusal);
  });

  it('stores only the hash of a refresh token', async () => {
    const { localId, refreshToken } = await client.signUp();
    const rows = await product.services.db.select().from(refreshTokens).where(eq(refreshTokens.uid, localId));
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(refreshToken.split('.')[1]);
  });

  it('two tabs may refresh at once, and both new tokens are valid', async () => {
    const { refreshToken } = await client.signUp();
    const tabs = await Promise.all([1, 2, 3].map(() => client.exchange(refreshToken)));
    expect(tabs.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const tokens = tabs.map((tab) => tab.json().refresh_token);
    expect(new Set(tokens).size).toBe(3);
    for (const token of tokens) expect((await client.exchange(token)).statusCode).toBe(200);
  });

  it('accepts a rotated token again within a minute', async () => {
    const { refreshToken } = await client.signUp();
    const second = await next(refreshToken);
    await rotatedAgo(refreshToken, 55_000);
    expect((await client.exchange(refreshToken)).statusCode).toBe(200);
    expect((await client.exchange(second)).statusCode).toBe(200);
  });

  it('reuse after a minute revokes the whole family, and no other', async () => {
    const person = await client.signUp();
    const elsewhere = await client.call('signInWithPassword', { email: person.email, password: PASSWORD });
    const second = await next(person.refreshToken);
    const third = await next(second);
    await rotatedAgo(person.refreshToken, 61_000);
    expect(refusalOf(await client.exchange(person.refreshToken))).toBe('TOKEN_EXPIRED');
    expect(refusalOf(await client.exchange(second))).toBe('TOKEN_EXPIRED');
    expect(refusalOf(await client.exchange(third))).toBe('TOKEN_EXPIRED');
    expect((await client.exchange(elsewhere.json().refreshToken)).statusCode).toBe(200);
  });

  it('refuses an expired refresh token', async () => {
    const { refreshToken } = await client.signUp();
    await product.services.db
      .update(refreshTokens)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(refreshTokens.tokenHash, hashToken(refreshToken)));
    expect(refusalOf(await client.exchange(refreshToken))).toBe('TOKEN_EXPIRED');
  });

  it('refuses a disabled account, and its old token after it is enabled again', async () => {
    const { refreshToken, localId } = await client.signUp();
    await setAccountDisabled(product.services, localId, true);
    expect(refusalOf(await client.exchange(refreshToken))).toBe('USER_DISABLED');
    await setAccountDisabled(product.services, localId, false);
    expect(refusalOf(await client.exchange(refreshToken))).toBe('TOKEN_EXPIRED');
  });
});

describe('accounts:revokeToken', () => {
  const revoke = (payload: object) =>
    client.post('/identitytoolkit.googleapis.com/v2/accounts:revokeToken', payload);

  it('revokes a refresh token with its family', async () => {
    const { idToken, refreshToken } = await client.signUp();
    const second = await next(refreshToken);
    const answer = await revoke({ idToken, token: refreshToken, tokenType: 'REFRESH_TOKEN' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({});
    expect(refusalOf(await client.exchange(second))).toBe('TOKEN_EXPIRED');
  });

  it("does not revoke another user's token", async () => {
    const mine = await client.signUp();
    const theirs = await client.signUp();
    expect((await revoke({ idToken: mine.idToken, token: theirs.refreshToken })).statusCode).toBe(200);
    expect((await client.exchange(theirs.refreshToken)).statusCode).toBe(200);
  });

  it('needs both tokens, and refuses a provider that is not configured', async () => {
    const { idToken } = await client.signUp();
    expect(refusalOf(await revoke({ token: 'x' }))).toBe('MISSING_ID_TOKEN');
    expect(refusalOf(await revoke({ idToken }))).toBe('MISSING_TOKEN');
    expect(refusalOf(await revoke({ idToken, token: 'x' }))).toBe('INVALID_PROVIDER_ID');
    const apple = await revoke({ idToken, token: 'x', providerId: 'apple.com', tokenType: 'ACCESS_TOKEN' });
    expect(refusalOf(apple)).toMatch(/^OPERATION_NOT_ALLOWED/);
  });
});

describe('ID token', () => {
  let person: Signed;
  let claims: Record<string, unknown>;
  beforeAll(async () => {
    person = await client.signUp();
    claims = { ...decodeJwt(person.idToken) };
  });

  const lookUp = async (idToken: string) => refusalOf(await client.call('lookup', { idToken }));
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = async (change: object, header: object = {}) => {
    const { kid, key } = await signerOf(product.services);
    return new SignJWT({ ...claims, ...change })
      .setProtectedHeader({ alg: 'ES256', kid, ...header })
      .sign(key);
  };

  it('is accepted when we issued it (control for the refusals below)', async () => {
    const answer = await client.call('lookup', { idToken: await signed({}) });
    expect(answer.statusCode).toBe(200);
  });

  it('is refused without a signature', async () => {
    for (const alg of ['none', 'None', 'NONE']) {
      expect(await lookUp(`${encode({ alg, typ: 'JWT' })}.${encode(claims)}.`)).toBe('INVALID_ID_TOKEN');
    }
  });

  it('is refused when signed with our public key as an HMAC secret', async () => {
    const { keys } = await jwks(product.services);
    const secret = new TextEncoder().encode(JSON.stringify(keys[0]));
    const kid = keys[0]?.kid ?? '';
    const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid }).sign(secret);
    expect(await lookUp(forged)).toBe('INVALID_ID_TOKEN');
  });

  it('is refused when signed by another key, with an embedded jwk or our kid', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const { kid } = await signerOf(product.services);
    const jwk = await exportJWK(publicKey);
    for (const header of [{}, { kid }, { kid: 'unknown' }, { kid, jwk }, { jwk }]) {
      const forged = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', ...header })
        .sign(privateKey);
      expect(await lookUp(forged)).toBe('INVALID_ID_TOKEN');
    }
  });

  it('is refused for another audience or issuer, and after its hour', async () => {
    for (const change of [
      { aud: 'another-project' },
      { iss: 'https://securetoken.google.com/embedded' },
      { iss: 'http://localhost:3000' },
      { exp: Math.floor(Date.now() / 1000) - 61 },
      { sub: '' },
      { auth_time: undefined },
      { firebase: undefined },
      { sid: undefined },
      { sid: 'not-an-id' },
      { iat: Math.floor(Date.now() / 1000) + 90 },
      { auth_time: Math.floor(Date.now() / 1000) + 90 },
    ]) {
      expect(await lookUp(await signed(change)), JSON.stringify(change)).toBe('INVALID_ID_TOKEN');
    }
  });

  it('is refused when altered, truncated or oversized', async () => {
    const [header, , signature] = person.idToken.split('.');
    const other = encode({ ...claims, sub: 'somebody-else', user_id: 'somebody-else' });
    for (const token of [`${header}.${other}.${signature}`, `${header}.${other}`, 'x', 'x'.repeat(8_192)]) {
      expect(await lookUp(token)).toBe('INVALID_ID_TOKEN');
    }
  });

  it('is revoked when issued in the same second as a revocation; the next one is valid', async () => {
    const { localId } = await client.signUp();
    const read = async () => {
      const account = await findAccount(product.services.db, localId);
      if (!account) throw new Error('The account is gone.');
      return account;
    };
    const sign = async () => {
      const signIn = beginSignIn(localId, 'password', new Date());
      await product.services.db.transaction((tx) => storeRefreshToken(tx, signIn));
      return signIdToken(product.services, await read(), [], signIn);
    };
    for (let i = 0; i < 3; i += 1) {
      const before = await sign();
      await setAccountDisabled(product.services, localId, true);
      await setAccountDisabled(product.services, localId, false);
      expect(await lookUp(before)).toBe('TOKEN_EXPIRED');
      expect((await client.call('lookup', { idToken: await sign() })).statusCode).toBe(200);
    }
  });

  it('that is not recent cannot change the password or delete the account', async () => {
    const old = await signed({ auth_time: Math.floor(Date.now() / 1000) - 16 * 60 });
    const change = await client.call('update', { idToken: old, password: 'quince-tree-8' });
    expect(refusalOf(change)).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
    expect(refusalOf(await client.call('delete', { idToken: old }))).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
    expect((await client.call('update', { idToken: old, displayName: 'Maren' })).statusCode).toBe(200);
  });
});

it('refresh tokens: expired rows are deleted after a week, and the refusal stays the same', async () => {
  const { refreshToken, localId } = await client.signUp();
  await setAccountDisabled(product.services, localId, true);
  await product.services.db.update(accounts).set({ disabled: false }).where(eq(accounts.uid, localId));
  const left = () => product.services.db.select().from(refreshTokens).where(eq(refreshTokens.uid, localId));
  await sweepIdentity(product.services.db);
  expect(await left()).toHaveLength(1);
  await sweepIdentity(product.services.db, Date.now() + 8 * 24 * 3600 * 1000);
  expect(await left()).toHaveLength(0);
  expect(refusalOf(await client.exchange(refreshToken))).toBe('TOKEN_EXPIRED');
});
