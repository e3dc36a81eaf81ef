import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AppleClient } from '../../../../test/identity/apple-client.ts';
import { IdentityClient, PASSWORD, refusalOf } from '../../../../test/identity/identity-client.ts';
import { type AppleStandIn, startAppleStandIn } from '../../../../test/stand-ins/apple-stand-in.ts';
import { startTestProduct, type TestProduct } from '../../../../test/support/test-product.ts';
import { waitsForLock } from '../../../../test/support/waits-for-lock.ts';
import type { Transaction } from '../../../core/db/database.ts';
import { findAccountByEmail, lockAccount } from '../accounts/data.ts';
import { setAccountDisabled } from '../operator-commands.ts';
import { identityData } from '../personal-data.ts';
import { linkedProviders, providerSignIns } from '../schema.ts';
import { sweepIdentity } from '../sweep-identity.ts';

const CALLBACK = 'http://localhost:3000/identity/apple/callback';
const NAME = { name: { firstName: 'Maren', lastName: 'Oakes' }, email: 'somebody-else@example.com' };

let apple: AppleStandIn;
let product: TestProduct;
let client: IdentityClient;
let browser: AppleClient;
beforeAll(async () => {
  apple = await startAppleStandIn(CALLBACK);
  product = await startTestProduct({
    env: { ...apple.env, SIGN_UPS_PER_NETWORK_A_DAY: '2' },
    outside: { apple: apple.origin },
  });
  client = new IdentityClient(product);
  browser = new AppleClient(product, client, apple);
});
afterAll(async () => {
  await product.close();
  await apple.close();
});

let made = 0;
const somebody = (more: object = {}) => {
  made += 1;
  return {
    sub: `00012${made}.abc.0${made}`,
    email: `apple-${made}@example.com`,
    email_verified: 'true',
    ...more,
  };
};

describe('accounts:signInWithIdp', () => {
  it('makes so many accounts a day for a network, and still signs in to those that are there', async () => {
    const signIn = async (person: ReturnType<typeof somebody>, ip: string) =>
      browser.signIn(await browser.credentialOf(person), {}, { ip });
    const known = somebody();
    const first = await signIn(known, '203.0.113.1');
    const second = await signIn(somebody(), '203.0.113.2');
    const third = await signIn(somebody(), '203.0.113.3');
    expect([first.statusCode, second.statusCode, third.statusCode]).toEqual([200, 200, 429]);
    expect(refusalOf(third)).toMatch(/^TOO_MANY_ATTEMPTS_TRY_LATER : Too many accounts/);
    expect((await signIn(known, '203.0.113.4')).statusCode).toBe(200);
  });

  it('makes an account with a verified address and the name of the first sign-in', async () => {
    const person = somebody();
    const first = await browser.signIn(await browser.credentialOf(person, NAME));
    expect(first.statusCode).toBe(200);
    expect(first.json()).toMatchObject({
      kind: 'identitytoolkit#VerifyAssertionResponse',
      providerId: 'apple.com',
      federatedId: person.sub,
      email: person.email,
      emailVerified: true,
      displayName: 'Maren Oakes',
      isNewUser: true,
      expiresIn: '3600',
    });
    expect(decodeJwt(first.json().idToken)).toMatchObject({
      email: person.email,
      email_verified: true,
      name: 'Maren Oakes',
      firebase: { sign_in_provider: 'apple.com', identities: { 'apple.com': [person.sub] } },
    });
    const again = await browser.signIn(await browser.credentialOf(person));
    expect(again.json().localId).toBe(first.json().localId);
    expect(again.json()).not.toHaveProperty('isNewUser');
    expect(decodeJwt(again.json().idToken).name).toBe('Maren Oakes');
    const refreshed = await client.exchange(again.json().refreshToken);
    expect(decodeJwt(refreshed.json().id_token).firebase).toMatchObject({ sign_in_provider: 'apple.com' });
    const session = await client.openSession(again.json().idToken);
    expect(session.json()).toMatchObject({ email: person.email, emailVerified: true });
    const [user] = (await client.call('lookup', { idToken: again.json().idToken })).json().users;
    expect(user.providerUserInfo).toMatchObject([{ providerId: 'apple.com', rawId: person.sub }]);
    expect(user).not.toHaveProperty('passwordHash');
  });

  it('keeps nothing that Apple said of somebody who deleted the account, neither name nor address', async () => {
    const person = somebody();
    const first = await browser.signIn(await browser.credentialOf(person, NAME));
    const another = await browser.signIn(await browser.credentialOf(somebody(), NAME));
    expect((await client.call('delete', { idToken: first.json().idToken })).statusCode).toBe(200);
    const said = await product.services.db.select().from(providerSignIns);
    expect(said.filter(({ subject }) => subject === person.sub)).toEqual([]);
    expect(said.filter(({ subject }) => subject === another.json().federatedId)).toHaveLength(1);
    const next = await browser.signIn(await browser.credentialOf(person));
    expect(next.json()).toMatchObject({ isNewUser: true });
    expect(decodeJwt(next.json().idToken).name).toBeUndefined();
  });

  it('uses the name of an abandoned first sign-in within a week', async () => {
    const person = somebody();
    await browser.credentialOf(person, NAME);
    await sweepIdentity(product.services.db);
    const later = await browser.signIn(await browser.credentialOf(person));
    expect(later.json().displayName).toBe('Maren Oakes');
    const other = somebody();
    await browser.credentialOf(other, NAME);
    await sweepIdentity(product.services.db, Date.now() + 8 * 24 * 3600_000);
    expect((await browser.signIn(await browser.credentialOf(other))).json()).not.toHaveProperty(
      'displayName',
    );
  });

  it('accepts a private relay address', async () => {
    const email = 'dpdcnf87nu@privaterelay.appleid.com';
    const person = somebody({ email, is_private_email: 'true' });
    const answer = await browser.signIn(await browser.credentialOf(person));
    expect(answer.json()).toMatchObject({ email, emailVerified: true, isNewUser: true });
  });

  it('ignores a malformed name', async () => {
    for (const user of ['x', { name: 'Maren' }, { name: { firstName: 'x'.repeat(300) } }, { name: {} }]) {
      const answer = await browser.signIn(await browser.credentialOf(somebody(), Object(user)));
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).not.toHaveProperty('displayName');
    }
    const multiline = await browser.credentialOf(somebody(), { name: { firstName: 'Maren\r\nBcc: x@y.z' } });
    expect((await browser.signIn(multiline)).json()).not.toHaveProperty('displayName');
  });

  it('accepts a credential once, within five minutes, and only one that we issued', async () => {
    const credential = await browser.credentialOf(somebody());
    const both = await Promise.all([browser.signIn(credential), browser.signIn(credential)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
    expect(refusalOf(await browser.signIn(credential))).toMatch(/^INVALID_IDP_RESPONSE/);
    const late = await browser.credentialOf(somebody());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 + 1 });
    try {
      expect(refusalOf(await browser.signIn(late))).toMatch(/^INVALID_IDP_RESPONSE/);
    } finally {
      vi.useRealTimers();
    }
    const { address } = await browser.begin();
    const raw = Buffer.from(JSON.stringify({ sub: 'x', nonce: address })).toString('base64url');
    expect(refusalOf(await browser.signIn(`e30.${raw}.x`))).toMatch(/^INVALID_IDP_RESPONSE/);
    expect(refusalOf(await browser.signIn(''))).toMatch(/^INVALID_IDP_RESPONSE/);
  });

  it('removes password, sessions and profile of an account whose address was never verified', async () => {
    const person = somebody();
    const squatter = await client.signUp({ email: person.email });
    await client.call('update', { idToken: squatter.idToken, displayName: 'Squatter' });
    const cookie = await client.cookieOf(squatter);
    const signed = await browser.signIn(await browser.credentialOf(person));
    expect(signed.json()).toMatchObject({ localId: squatter.localId, emailVerified: true });
    const password = await client.call('signInWithPassword', { email: person.email, password: PASSWORD });
    expect(refusalOf(password)).toBe('INVALID_LOGIN_CREDENTIALS');
    expect(refusalOf(await client.exchange(squatter.refreshToken))).toBe('TOKEN_EXPIRED');
    expect((await client.openSession(squatter.idToken)).statusCode).toBe(401);
    expect((await product.app.inject({ url: '/api/sessions', headers: { cookie } })).statusCode).toBe(401);
    const account = await findAccountByEmail(product.services.db, person.email);
    expect(account).toMatchObject({ passwordHash: null, displayName: null, emailVerified: true });
    expect((await client.openSession(signed.json().idToken)).statusCode).toBe(200);
  });

  it('links to an account whose address is verified, which keeps its password', async () => {
    const person = somebody();
    const owner = await client.signUp({ email: person.email });
    const oobCode = await client.verificationCode(owner);
    await client.call('update', { oobCode, idToken: owner.idToken });
    const signed = await browser.signIn(await browser.credentialOf(person, NAME));
    expect(signed.json().localId).toBe(owner.localId);
    expect(decodeJwt(signed.json().idToken).name).toBe('Maren Oakes');
    const password = await client.call('signInWithPassword', { email: person.email, password: PASSWORD });
    expect(password.statusCode).toBe(200);
    expect((await client.openSession(owner.idToken)).statusCode).toBe(200);
  });

  it('does not open an account by an address that Apple has not verified', async () => {
    const person = somebody({ email_verified: 'false' });
    const owner = await client.signUp({ email: person.email });
    const answer = await browser.signIn(await browser.credentialOf(person));
    expect(answer.json().needConfirmation).toBe(true);
    expect(answer.json()).not.toHaveProperty('idToken');
    expect((await client.openSession(owner.idToken)).statusCode).toBe(200);
    const fresh = await browser.signIn(await browser.credentialOf(somebody({ email_verified: false })));
    expect(fresh.json()).toMatchObject({ isNewUser: true, emailVerified: false });
  });

  it('a linked subject signs in to the same account after its address changed', async () => {
    const person = somebody();
    const first = await browser.signIn(await browser.credentialOf(person));
    const moved = await browser.signIn(await browser.credentialOf({ ...person, email: 'moved@example.com' }));
    expect(moved.json().localId).toBe(first.json().localId);
    const silent = await browser.signIn(await browser.credentialOf({ sub: person.sub }));
    expect(silent.json().localId).toBe(first.json().localId);
    const account = await findAccountByEmail(product.services.db, person.email);
    expect(account?.uid).toBe(first.json().localId);
    expect(refusalOf(await browser.signIn(await browser.credentialOf({ sub: 'nobody' })))).toMatch(
      /^INVALID_IDP_RESPONSE/,
    );
  });

  it('a subject with a reused address replaces the former link', async () => {
    const before = somebody();
    const first = await browser.signIn(await browser.credentialOf(before));
    const after = { ...somebody(), email: before.email };
    const second = await browser.signIn(await browser.credentialOf(after));
    expect(second.json().localId).toBe(first.json().localId);
    const links = await product.services.db
      .select()
      .from(linkedProviders)
      .where(eq(linkedProviders.uid, first.json().localId));
    expect(links).toMatchObject([{ subject: after.sub }]);
  });

  it('concurrent first sign-ins make one account', async () => {
    const person = somebody();
    const credentials = [await browser.credentialOf(person), await browser.credentialOf(person)];
    const both = await Promise.all(credentials.map((credential) => browser.signIn(credential)));
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(new Set(both.map((answer) => answer.json().localId)).size).toBe(1);
  });

  /** The answer to a sign-in that waits for its account's lock while `change` is made. */
  async function signInDuring(change: (tx: Transaction, uid: string) => Promise<unknown>) {
    const { db } = product.services;
    const person = somebody();
    const { localId } = (await browser.signIn(await browser.credentialOf(person))).json();
    const credential = await browser.credentialOf(person);
    const { asked } = await db.transaction(async (tx) => {
      await lockAccount(tx, localId);
      const asked = browser.signIn(credential);
      await waitsForLock(db, 1);
      await change(tx, localId);
      return { asked };
    });
    return asked;
  }

  it('a link that a hand-over removes while its sign-in waits opens nothing', async () => {
    const answer = await signInDuring((tx, uid) =>
      tx.delete(linkedProviders).where(eq(linkedProviders.uid, uid)),
    );
    expect(refusalOf(answer)).toMatch(/^INVALID_IDP_RESPONSE : The account has just changed/);
  });

  it('a sign-in that waits for an erasure is not waited for by it', async () => {
    const answer = await signInDuring((tx, uid) => identityData.erase(tx, { uid, userId: null }));
    expect(answer.statusCode).toBe(200);
  });

  it('refuses a disabled account', async () => {
    const person = somebody();
    const { localId } = (await browser.signIn(await browser.credentialOf(person))).json();
    await setAccountDisabled(product.services, localId, true);
    expect(refusalOf(await browser.signIn(await browser.credentialOf(person)))).toBe('USER_DISABLED');
  });

  it('reauthentication does not create an account', async () => {
    const person = somebody();
    const unknown = await browser.signIn(await browser.credentialOf(person), { autoCreate: false });
    expect(refusalOf(unknown)).toBe('USER_NOT_FOUND');
    await browser.signIn(await browser.credentialOf(person));
    const known = await browser.signIn(await browser.credentialOf(person), { autoCreate: false });
    expect(known.statusCode).toBe(200);
  });

  it('links Apple to no signed-in account', async () => {
    const { idToken } = await client.signUp();
    const credential = await browser.credentialOf(somebody());
    expect(refusalOf(await browser.signIn(credential, { idToken }))).toBe('OPERATION_NOT_ALLOWED');
    expect((await browser.signIn(credential)).json()).toMatchObject({ isNewUser: true });
  });
});
