import { afterAll, beforeAll, expect, it } from 'vitest';
import { IdentityClient, PASSWORD, refusalOf } from '../../../test/identity/identity-client.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import {
  disableAccount,
  enableAccount,
  listAccounts,
  resetAccount,
  verifyAccount,
} from './operator-commands.ts';

let product: TestProduct;
let client: IdentityClient;
beforeAll(async () => {
  product = await startTestProduct();
  client = new IdentityClient(product);
});
afterAll(() => product.close());

const signIn = (email: string) => client.call('signInWithPassword', { email, password: PASSWORD });

it('listAccounts: one row per account with its state, sign-in methods and last sign-in', async () => {
  const person = await client.signUp();
  const rows = await listAccounts(product.services);
  expect(rows).toContainEqual([
    person.localId,
    person.email,
    'not verified',
    'enabled',
    'password',
    expect.stringMatching(/^20/),
  ]);
});

it('disableAccount and enableAccount: find the account by address in any case or by uid', async () => {
  const person = await client.signUp();
  const cookie = await client.cookieOf(person);
  expect(await disableAccount(product.services, person.email.toUpperCase())).toContain('is disabled');
  expect((await product.app.inject({ url: '/api/sessions', headers: { cookie } })).statusCode).toBe(401);
  expect(refusalOf(await signIn(person.email))).toBe('USER_DISABLED');
  await expect(resetAccount(product.services, person.localId)).rejects.toThrow('is disabled. Enable it');
  expect(await enableAccount(product.services, person.localId)).toContain('is enabled');
  expect((await signIn(person.email)).statusCode).toBe(200);
});

it('verifyAccount: an open session is updated at once', async () => {
  const person = await client.signUp();
  const cookie = await client.cookieOf(person);
  await product.app.inject({ url: '/api/sessions', headers: { cookie } });
  await verifyAccount(product.services, person.email);
  expect(await client.isVerified(person)).toBe(true);
  const synced = await client.openSession(person.idToken, { cookie });
  expect(synced.json().emailVerified).toBe(true);
});

it('resetAccount: mails a link to choose a new password', async () => {
  const person = await client.signUp();
  await resetAccount(product.services, person.email);
  const oobCode = await client.mailedCode(person.email);
  expect((await client.call('resetPassword', { oobCode })).json().requestType).toBe('PASSWORD_RESET');
});

it('operator commands: name an unknown account, and refuse in Firebase mode', async () => {
  await expect(disableAccount(product.services, 'nobody@example.com')).rejects.toThrow(
    'An account nobody@example.com could not be found.',
  );
  await expect(enableAccount(product.services, '')).rejects.toThrow('could not be found');
  const firebase = await startTestProduct({ env: { FIREBASE_PROJECT_ID: 'plum', FIREBASE_API_KEY: 'key' } });
  try {
    await expect(listAccounts(firebase.services)).rejects.toThrow(
      'kept by Firebase: see the console of plum',
    );
  } finally {
    await firebase.close();
  }
});
