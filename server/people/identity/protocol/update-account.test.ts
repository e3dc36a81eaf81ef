import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IMITATION_MESSAGE } from '../../../../shared/person-name.ts';
import { IdentityClient, PASSWORD, refusalOf } from '../../../../test/identity/identity-client.ts';
import { startTestProduct, type TestProduct } from '../../../../test/support/test-product.ts';

let product: TestProduct;
let client: IdentityClient;
beforeAll(async () => {
  product = await startTestProduct();
  client = new IdentityClient(product);
});
afterAll(() => product.close());

describe('accounts:lookup', () => {
  it('returns the account in Google’s format', async () => {
    const { idToken, localId, email } = await client.signUp();
    const answer = await client.call('lookup', { idToken });
    expect(answer.statusCode).toBe(200);
    const { kind, users } = answer.json();
    expect(kind).toBe('identitytoolkit#GetAccountInfoResponse');
    expect(users).toHaveLength(1);
    expect(users[0]).toMatchObject({
      localId,
      email,
      emailVerified: false,
      passwordHash: 'UkVEQUNURUQ=',
      providerUserInfo: [{ providerId: 'password', email, federatedId: email, rawId: email }],
    });
    expect(users[0].createdAt).toMatch(/^\d{13}$/);
    expect(users[0].lastLoginAt).toMatch(/^\d{13}$/);
    expect(users[0].validSince).toMatch(/^\d{10}$/);
    expect(users[0].passwordUpdatedAt).toBeTypeOf('number');
    expect(users[0]).not.toHaveProperty('displayName');
  });

  it('needs an ID token', async () => {
    expect(refusalOf(await client.call('lookup', {}))).toBe('MISSING_ID_TOKEN');
    expect(refusalOf(await client.call('lookup', { idToken: 'x.y.z' }))).toBe('INVALID_ID_TOKEN');
  });
});

describe('accounts:update', () => {
  it('changes name and photo URL without new tokens', async () => {
    const { idToken } = await client.signUp();
    const named = await client.call('update', {
      idToken,
      displayName: ' Maren Oakes ',
      photoUrl: 'https://example.com/maren.jpg',
    });
    expect(named.json()).toMatchObject({
      kind: 'identitytoolkit#SetAccountInfoResponse',
      displayName: 'Maren Oakes',
      photoUrl: 'https://example.com/maren.jpg',
    });
    expect(named.json()).not.toHaveProperty('idToken');
    const bare = await client.call('update', { idToken, deleteAttribute: ['DISPLAY_NAME', 'PHOTO_URL'] });
    expect(bare.json()).not.toHaveProperty('displayName');
    expect(bare.json()).not.toHaveProperty('photoUrl');
  });

  it('a new password returns new tokens and revokes the old ones', async () => {
    const { idToken, refreshToken, email, localId } = await client.signUp();
    const changed = await client.call('update', { idToken, password: 'quince-tree-8' });
    expect(changed.statusCode).toBe(200);
    const fresh = changed.json();
    expect(decodeJwt(fresh.idToken)).toMatchObject({ sub: localId });
    expect(refusalOf(await client.call('lookup', { idToken }))).toBe('TOKEN_EXPIRED');
    expect(refusalOf(await client.exchange(refreshToken))).toBe('TOKEN_EXPIRED');
    expect((await client.call('lookup', { idToken: fresh.idToken })).statusCode).toBe(200);
    expect((await client.exchange(fresh.refreshToken)).statusCode).toBe(200);
    const old = await client.call('signInWithPassword', { email, password: PASSWORD });
    expect(refusalOf(old)).toBe('INVALID_LOGIN_CREDENTIALS');
    const now = await client.call('signInWithPassword', { email, password: 'quince-tree-8' });
    expect(now.statusCode).toBe(200);
    expect((await client.call('lookup', { idToken: now.json().idToken })).statusCode).toBe(200);
  });

  it.each([
    [{ displayName: 'x'.repeat(201) }, 'INVALID_PROFILE_ATTRIBUTE : That name is too long'],
    [
      { displayName: 'Maren\nOakes' },
      'INVALID_PROFILE_ATTRIBUTE : Please write the name in plain letters on one line',
    ],
    [{ displayName: 'PayPal Security' }, `INVALID_PROFILE_ATTRIBUTE : ${IMITATION_MESSAGE}`],
    [{ photoUrl: 'javascript:alert(1)' }, 'INVALID_PROFILE_ATTRIBUTE : Photo URL is not a web address.'],
    [{ password: 'short' }, 'WEAK_PASSWORD : Password should be at least 6 characters'],
    [
      { email: 'other@example.com' },
      'OPERATION_NOT_ALLOWED : Please verify the new email before changing email.',
    ],
    [{ disableUser: true }, 'OPERATION_NOT_ALLOWED'],
    [{ deleteProvider: ['password'] }, 'OPERATION_NOT_ALLOWED'],
    [{ deleteAttribute: ['PASSWORD'] }, 'OPERATION_NOT_ALLOWED'],
    [{ customAttributes: '{"admin":true}' }, 'INSUFFICIENT_PERMISSION'],
  ])('%j is %s', async (request, refusal) => {
    const { idToken } = await client.signUp();
    const answer = await client.call('update', { idToken, ...request });
    expect(answer.statusCode).toBe(400);
    expect(refusalOf(answer)).toBe(refusal);
  });

  it('needs an ID token, and ignores a claimed emailVerified', async () => {
    expect(refusalOf(await client.call('update', { localId: 'x', displayName: 'x' }))).toBe(
      'INVALID_REQ_TYPE : Unsupported request parameters.',
    );
    const { idToken } = await client.signUp();
    const answer = await client.call('update', { idToken, emailVerified: true, displayName: 'Maren' });
    expect(answer.json().emailVerified).toBe(false);
  });
});

describe('accounts:delete', () => {
  it('deletes the account with its tokens and sessions, and frees the address', async () => {
    const { idToken, refreshToken, email } = await client.signUp();
    const session = await client.openSession(idToken);
    const deleted = await client.call('delete', { idToken });
    expect(deleted.json()).toEqual({ kind: 'identitytoolkit#DeleteAccountResponse' });
    expect(refusalOf(await client.call('lookup', { idToken }))).toBe('USER_NOT_FOUND');
    expect(refusalOf(await client.exchange(refreshToken))).toBe('TOKEN_EXPIRED');
    expect((await client.openSession(idToken)).statusCode).toBe(401);
    const cookie = `session=${session.cookies[0]?.value}`;
    expect((await product.app.inject({ url: '/api/sessions', headers: { cookie } })).statusCode).toBe(401);
    expect((await client.signUp({ email })).email).toBe(email);
  });

  it('wants an ID token', async () => {
    expect(refusalOf(await client.call('delete', {}))).toBe('MISSING_ID_TOKEN');
    expect(refusalOf(await client.call('delete', { idToken: 'x.y.z' }))).toBe('INVALID_ID_TOKEN');
  });
});
