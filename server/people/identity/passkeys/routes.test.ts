import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  IdentityClient,
  PASSWORD,
  refusalOf,
  type Signed,
} from '../../../../test/identity/identity-client.ts';
import { type Otherwise, SoftAuthenticator } from '../../../../test/identity/soft-authenticator.ts';
import { startTestProduct, type TestProduct } from '../../../../test/support/test-product.ts';
import { hashToken } from '../../../core/secrets.ts';
import { setAccountDisabled } from '../operator-commands.ts';
import { refreshTokens, usedChallenges } from '../schema.ts';
import { newChallenge } from './challenges.ts';

let product: TestProduct;
let client: IdentityClient;
beforeAll(async () => {
  product = await startTestProduct();
  client = new IdentityClient(product);
});
afterAll(() => product.close());

interface Owner extends Signed {
  cookie: string;
}

/** Somebody whose address is confirmed, with a session. */
async function owner(): Promise<Owner> {
  const person = await client.signUp();
  const oobCode = await client.verificationCode(person);
  await client.call('update', { oobCode, idToken: person.idToken });
  return { ...person, cookie: await client.cookieOf(person) };
}

const device = () => new SoftAuthenticator(product.origin.origin);

async function call(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  cookie = '',
  payload?: object,
) {
  const answer = await product.app.inject({
    method,
    url: `/api/passkeys${path}`,
    headers: { ...product.origin, cookie },
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}

const optionsOf = (person: Owner) => call('POST', '/options', person.cookie);

async function add(person: Owner, key: SoftAuthenticator, otherwise: Otherwise = {}) {
  const { body } = await optionsOf(person);
  return call('POST', '', person.cookie, { response: key.create(body, otherwise), name: 'A phone' });
}

async function added(): Promise<{ person: Owner; key: SoftAuthenticator; id: string }> {
  const [person, key] = [await owner(), device()];
  const { status, body } = await add(person, key);
  expect(status).toBe(200);
  return { person, key, id: body.id };
}

const signInOptions = async () => (await client.post('/identity/passkeys/options', {})).json();

async function answer(response: object, ip?: string) {
  const got = await client.post('/identity/passkeys/sign-in', { response }, ip ? { ip } : {});
  return { status: got.statusCode, body: got.json() };
}

/** What a sign-in with the key comes to: 'signed in', or the code of what refused it. */
async function signIn(key: SoftAuthenticator, otherwise: Otherwise = {}): Promise<string> {
  const { status, body } = await answer(key.get(await signInOptions(), otherwise));
  return status === 200 ? 'signed in' : body.code;
}

const exchange = (token: string) => client.call('signInWithCustomToken', { token, returnSecureToken: true });

describe('passkeys: signing in', () => {
  it('asks for no account, and wants whoever it is to be verified', async () => {
    expect(await signInOptions()).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
  });

  it('gives a code that is exchanged once for tokens of that account, and is none of a mailed link', async () => {
    const { person, key } = await added();
    const { body } = await answer(key.get(await signInOptions()));
    const oobCode = body.customToken;
    for (const [method, payload] of [
      ['update', { oobCode, idToken: person.idToken }],
      ['resetPassword', { oobCode, newPassword: 'plums and more plums' }],
      ['signInWithEmailLink', { oobCode, email: person.email }],
    ] as const)
      expect(refusalOf(await client.call(method, payload))).toBe('INVALID_OOB_CODE');
    const exchanged = await exchange(body.customToken);
    expect(exchanged.json()).toMatchObject({ isNewUser: false, expiresIn: '3600' });
    const { idToken, refreshToken } = exchanged.json();
    expect((await client.openSession(idToken)).json()).toMatchObject({ uid: person.localId });
    expect((await client.exchange(refreshToken)).statusCode).toBe(200);
    expect(refusalOf(await exchange(body.customToken))).toBe('INVALID_CUSTOM_TOKEN');
    expect((await call('GET', '', person.cookie)).body).toMatchObject([
      { name: 'A phone', lastUsedAt: expect.any(String) },
    ]);
  });

  it('refuses an answer that was given before, at once and later', async () => {
    const { key } = await added();
    const response = key.get(await signInOptions());
    const answers = await Promise.all([1, 2, 3].map(() => answer(response)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect((await answer(response)).body.code).toBe('PASSKEY_TOO_LATE');
  });

  it('refuses challenges that are reused, of another purpose or account, too old, or made up', async () => {
    const { person, key } = await added();
    const { challenge } = await signInOptions();
    expect(await signIn(key, { challenge })).toBe('signed in');
    const sameBytes = `${challenge.slice(0, -1)}${nextCharacter(challenge)}`;
    const { body: registration } = await optionsOf(person);
    const ended = newChallenge(product.services, 'sign-in', Date.now() - 6 * 60_000).toString('base64url');
    for (const wrong of [challenge, sameBytes, registration.challenge, ended, 'AAAA', ''])
      expect(await signIn(key, { challenge: wrong })).toBe('PASSKEY_TOO_LATE');
    const stranger = await owner();
    const foreign = { response: device().create(registration), name: 'A phone' };
    expect((await call('POST', '', stranger.cookie, foreign)).body.code).toBe('PASSKEY_TOO_LATE');
  });

  it.each<[string, Otherwise]>([
    ['of another origin', { origin: 'https://letters.example.net' }],
    ['of a port beside ours', { origin: 'http://localhost:3001' }],
    ['of another relying party', { rpId: 'example.net' }],
    ['of nobody who was verified', { userVerified: false }],
    ['for another account', { userHandle: Buffer.from('somebody else').toString('base64url') }],
    ['that is no sign-in', { type: 'webauthn.create' }],
  ])('refuses an answer %s', async (_what, otherwise) => {
    const { key } = await added();
    expect(await signIn(key, otherwise)).toBe('PASSKEY_REFUSED');
    expect(await signIn(key)).toBe('signed in');
  });

  it("refuses an answer that another key signed, with somebody's id and account", async () => {
    const { key, person } = await added();
    const { key: thief } = await added();
    const userHandle = Buffer.from(person.localId).toString('base64url');
    expect(await signIn(thief, { credentialId: key.credentialId, userHandle })).toBe('PASSKEY_REFUSED');
    expect(await signIn(device())).toBe('PASSKEY_UNKNOWN');
  });

  it('refuses a counter that does not rise, but for one that stays at 0', async () => {
    const { key } = await added();
    expect(await signIn(key, { counter: 7 })).toBe('signed in');
    for (const counter of [7, 6, 0]) expect(await signIn(key, { counter })).toBe('PASSKEY_REFUSED');
    const { key: synced } = await added();
    synced.counts = false;
    for (let i = 0; i < 2; i += 1) expect(await signIn(synced)).toBe('signed in');
  });

  it('refuses disabled accounts at both steps, and codes that are too old or from before a revocation', async () => {
    const { person, key } = await added();
    const code = async () => (await answer(key.get(await signInOptions()))).body.customToken;
    const late = await code();
    await client.expire(late);
    expect(refusalOf(await exchange(late))).toBe('INVALID_CUSTOM_TOKEN');
    const before = await code();
    await setAccountDisabled(product.services, person.localId, true);
    expect(refusalOf(await exchange(before))).toBe('INVALID_CUSTOM_TOKEN');
    expect(await signIn(key)).toBe('ACCOUNT_CLOSED');
    await setAccountDisabled(product.services, person.localId, false);
    expect(refusalOf(await exchange(before))).toBe('INVALID_CUSTOM_TOKEN');
    expect(refusalOf(await exchange(await client.resetCode(person)))).toBe('INVALID_CUSTOM_TOKEN');
    const checked = await client.call('resetPassword', { oobCode: before });
    expect(refusalOf(checked)).toBe('INVALID_OOB_CODE');
  });

  it('refuses many failures of one network, where the right one passes nevertheless, as it does elsewhere', async () => {
    const { key } = await added();
    const ip = '192.0.2.77';
    const fail = () =>
      client.post('/identity/passkeys/sign-in', { response: device().get({ challenge: '' }) }, { ip });
    expect((await answer(key.get(await signInOptions()), ip)).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 100 }, fail));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([400]));
    expect((await fail()).statusCode).toBe(429);
    expect((await answer(key.get(await signInOptions()), ip)).status).toBe(200);
    expect(await signIn(key)).toBe('signed in');
  });
});

describe('passkeys: adding one', () => {
  it('names the account by its uid, leaves out its own, and mails the owner', async () => {
    const { person, key } = await added();
    const { body } = await optionsOf(person);
    expect(body).toMatchObject({
      rp: { id: 'localhost', name: 'Slow Letters' },
      user: { id: Buffer.from(person.localId).toString('base64url'), name: person.email },
      attestation: 'none',
      excludeCredentials: [{ id: key.credentialId }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect((await client.mailsTo(person.email)).at(-1)).toMatchObject({
      subject: 'A new way to sign in to your Slow Letters account',
    });
  });

  it('wants a confirmed address and a sign-in of the last five minutes, at both steps', async () => {
    const squatter = await client.signUp();
    const unconfirmed = { ...squatter, cookie: await client.cookieOf(squatter) };
    expect((await optionsOf(unconfirmed)).body.code).toBe('ADDRESS_UNCONFIRMED');
    const person = await owner();
    const { body } = await optionsOf(person);
    const response = device().create(body);
    expect((await call('POST', '', unconfirmed.cookie, { response, name: 'x' })).body.code).toBe(
      'ADDRESS_UNCONFIRMED',
    );
    await product.services.db
      .update(refreshTokens)
      .set({ authTime: sql`now() - interval '6 minutes'` })
      .where(eq(refreshTokens.uid, person.localId));
    expect((await optionsOf(person)).body.code).toBe('PROOF_NEEDED');
    expect((await call('POST', '', person.cookie, { response, name: 'x' })).body.code).toBe('PROOF_NEEDED');
    const again = await client.call('signInWithPassword', { email: person.email, password: PASSWORD });
    const proved = { ...person, cookie: await client.cookieOf(again.json()) };
    expect((await add(proved, device())).status).toBe(200);
  });

  it.each<[string, Otherwise]>([
    ['of another origin', { origin: 'https://letters.example.net' }],
    ['of another relying party', { rpId: 'example.net' }],
    ['of nobody who was verified', { userVerified: false }],
    ['that is no registration', { type: 'webauthn.get' }],
    ['with certificates that nobody asked for', { fmt: 'packed' }],
    ['with an attestation that nobody asked for', { fmt: 'tpm' }],
  ])('refuses an answer %s', async (_what, otherwise) => {
    expect((await add(await owner(), device(), otherwise)).body.code).toBe('PASSKEY_REFUSED');
  });

  it('refuses what somebody has already, nonsense, and an eleventh', async () => {
    const { key, person } = await added();
    expect((await add(await owner(), key)).body.code).toBe('PASSKEY_KNOWN');
    const deep = Buffer.alloc(6_000, 0x81).toString('base64url');
    const { body } = await optionsOf(person);
    const response = device().create(body);
    const nonsense = { ...response, response: { ...response.response, attestationObject: deep } };
    const refused = await call('POST', '', person.cookie, { response: nonsense, name: 'A phone' });
    expect(refused.body.code).toBe('PASSKEY_REFUSED');
    const options = await Promise.all(Array.from({ length: 11 }, () => optionsOf(person)));
    const more = await Promise.all(
      options.map((each) =>
        call('POST', '', person.cookie, { response: device().create(each.body), name: 'A phone' }),
      ),
    );
    expect(more.filter(({ status }) => status === 200)).toHaveLength(9);
    expect((await optionsOf(person)).body.code).toBe('TOO_MANY_PASSKEYS');
  });
});

describe('passkeys: what ends them', () => {
  it('is removed and renamed by its owner alone, and then signs nobody in', async () => {
    const { person, key, id } = await added();
    const stranger = await owner();
    expect((await call('DELETE', `/${id}`, stranger.cookie)).status).toBe(404);
    expect((await call('PATCH', `/${id}`, stranger.cookie, { name: 'Mine' })).status).toBe(404);
    expect(
      (await call('PATCH', `/${id}`, person.cookie, { name: ' \u2068The\u2069\ndesk ' })).body.name,
    ).toBe('The desk');
    expect((await call('DELETE', `/${id}`, person.cookie)).status).toBe(204);
    expect(await signIn(key)).toBe('PASSKEY_UNKNOWN');
  });

  it('a reset by mail removes them, a changed password does not', async () => {
    const { person, key } = await added();
    const changed = await client.call('update', { idToken: person.idToken, password: 'medlar-tree-9' });
    expect(changed.statusCode).toBe(200);
    expect(await signIn(key)).toBe('signed in');
    const oobCode = await client.resetCode(person);
    expect((await client.call('resetPassword', { oobCode, newPassword: 'quince-tree-8' })).statusCode).toBe(
      200,
    );
    expect(await signIn(key)).toBe('PASSKEY_UNKNOWN');
  });

  it('go with the account', async () => {
    const { person, key } = await added();
    expect((await client.call('delete', { idToken: person.idToken })).statusCode).toBe(200);
    expect(await signIn(key)).toBe('PASSKEY_UNKNOWN');
  });
});

it('challenges: nothing is stored of one before it is answered', async () => {
  const { key } = await added();
  const options = await signInOptions();
  const mine = eq(usedChallenges.challengeHash, hashToken(options.challenge));
  const stored = () => product.services.db.select().from(usedChallenges).where(mine);
  expect(await stored()).toHaveLength(0);
  await answer(key.get(options));
  expect(await stored()).toHaveLength(1);
});

/** Another last character for the same bytes, where base64url leaves bits over. */
function nextCharacter(text: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return letters[letters.indexOf(text.at(-1) ?? '') + 1] ?? 'A';
}
