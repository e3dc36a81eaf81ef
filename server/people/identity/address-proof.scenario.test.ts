import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppleClient } from '../../../test/identity/apple-client.ts';
import { IdentityClient, PASSWORD, type Signed } from '../../../test/identity/identity-client.ts';
import { type AppleStandIn, startAppleStandIn } from '../../../test/stand-ins/apple-stand-in.ts';
import { PROJECT, startGoogleStandIn } from '../../../test/stand-ins/google-stand-in.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import type { AddressProof } from './identity-provider.ts';
import { verifyAccount } from './operator-commands.ts';

let apple: AppleStandIn;
let product: TestProduct;
let client: IdentityClient;
const proofs: AddressProof[] = [];
beforeAll(async () => {
  apple = await startAppleStandIn('http://localhost:3000/identity/apple/callback');
  product = await startTestProduct({ env: apple.env, outside: { apple: apple.origin } });
  product.services.on.proof = async (_tx, proof) => {
    proofs.push(proof);
  };
  client = new IdentityClient(product);
});
afterAll(async () => {
  await product.close();
  await apple.close();
});

const proofsOf = ({ localId }: Pick<Signed, 'localId'>) => proofs.filter(({ uid }) => uid === localId);
const confirm = async (person: Signed) =>
  client.call('update', { oobCode: await client.verificationCode(person), idToken: person.idToken });
const reset = async (person: Signed) =>
  client.call('resetPassword', { oobCode: await client.resetCode(person), newPassword: PASSWORD });
async function moveTo(person: Signed, newEmail: string) {
  const { idToken } = person;
  await client.call('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail });
  return client.call('update', { oobCode: await client.mailedCode(newEmail), idToken });
}
async function signInWithApple(email: string) {
  const browser = new AppleClient(product, client, apple);
  const person = { sub: `apple of ${email}`, email, email_verified: 'true' };
  return browser.signIn(await browser.credentialOf(person));
}

describe('proof of an address', () => {
  it('is first, in an own session, by the mailed link, and none when the link of a verified account is opened', async () => {
    const person = await client.signUp();
    for (let i = 0; i < 2; i += 1) expect((await confirm(person)).statusCode).toBe(200);
    const { localId: uid, email } = person;
    expect(proofsOf(person)).toEqual([{ uid, email, how: 'own session', first: true }]);
  });

  it('is first, in an own session, by the operator’s word', async () => {
    const person = await client.signUp();
    for (let i = 0; i < 2; i += 1) await verifyAccount(product.services, person.email);
    expect(proofsOf(person)).toMatchObject([{ how: 'own session', first: true }]);
  });

  it('is first and elsewhere by a password reset, and none by a later one', async () => {
    const person = await client.signUp();
    for (let i = 0; i < 2; i += 1) expect((await reset(person)).statusCode).toBe(200);
    expect(proofsOf(person)).toMatchObject([{ email: person.email, how: 'elsewhere', first: true }]);
  });

  it('is first and elsewhere by Apple, for an account that was there and for a new one', async () => {
    const person = await client.signUp();
    expect((await signInWithApple(person.email)).statusCode).toBe(200);
    await signInWithApple(person.email);
    expect(proofsOf(person)).toMatchObject([{ email: person.email, how: 'elsewhere', first: true }]);
    const fresh = (await signInWithApple('new-by-apple@example.com')).json<Signed>();
    expect(proofsOf(fresh)).toMatchObject([{ how: 'elsewhere', first: true }]);
  });

  it('is of the new address, in an own session, when an address is changed', async () => {
    const person = await client.signUp();
    expect((await moveTo(person, 'moved-once@example.com')).statusCode).toBe(200);
    expect((await moveTo(person, 'moved-twice@example.com')).statusCode).toBe(200);
    expect(proofsOf(person)).toMatchObject([
      { email: 'moved-once@example.com', how: 'own session', first: true },
      { email: 'moved-twice@example.com', how: 'own session', first: false },
    ]);
  });

  it('is undone when a handler fails', async () => {
    const { on } = product.services;
    const { proof } = on;
    on.proof = async () => {
      throw new Error('not now');
    };
    const person = await client.signUp();
    expect((await confirm(person)).statusCode).toBe(503);
    on.proof = proof;
    expect(await client.isVerified(person)).toBe(false);
    expect((await confirm(person)).statusCode).toBe(200);
  });
});

it('proof of an address: in Firebase mode by the first synced token that says so', async () => {
  const google = await startGoogleStandIn();
  const env = { FIREBASE_PROJECT_ID: PROJECT, FIREBASE_API_KEY: 'AIza-plum' };
  const firebase = await startTestProduct({ env, outside: google.outside });
  try {
    const seen: AddressProof[] = [];
    firebase.services.on.proof = async (_tx, proof) => {
      seen.push(proof);
    };
    const browser = new IdentityClient(firebase);
    const uid = 'firebase-uid-1';
    const sync = async (claims: object) =>
      browser.openSession(await google.idToken({ sub: uid, user_id: uid, ...claims }));
    const { cookies } = await sync({ email_verified: false });
    await firebase.app.inject({
      method: 'POST',
      url: '/api/users',
      headers: { ...firebase.origin, cookie: `${cookies[0]?.name}=${cookies[0]?.value}` },
      payload: { firebaseUid: uid },
    });
    expect(seen).toEqual([]);
    for (let i = 0; i < 2; i += 1) await sync({ email_verified: true });
    expect(seen).toEqual([{ uid, email: 'maren@example.com', how: 'own session', first: true }]);
  } finally {
    await firebase.close();
    await google.close();
  }
});
