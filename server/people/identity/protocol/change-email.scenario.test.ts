import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  IdentityClient,
  PASSWORD,
  refusalOf,
  type Signed,
} from '../../../../test/identity/identity-client.ts';
import { startTestProduct, type TestProduct } from '../../../../test/support/test-product.ts';
import { countUnaskedMail } from '../../../core/unasked-mails.ts';
import { accounts } from '../schema.ts';

let product: TestProduct;
let client: IdentityClient;
beforeAll(async () => {
  product = await startTestProduct();
  client = new IdentityClient(product);
});
afterAll(() => product.close());

let made = 0;
const freshAddress = () => {
  made += 1;
  return `moved-${made}@example.com`;
};
const ask = ({ idToken }: Pick<Signed, 'idToken'>, newEmail: string) =>
  client.call('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail });

/** Asks for the change and takes the code from the mail to the new address. */
async function codeFor(person: Signed, newEmail: string): Promise<string> {
  const asked = await ask(person, newEmail);
  if (asked.statusCode !== 200) throw new Error(asked.body);
  return client.mailedCode(newEmail);
}

async function verified(): Promise<Signed> {
  const person = await client.signUp();
  await client.call('update', {
    oobCode: await client.verificationCode(person),
    idToken: person.idToken,
  });
  return person;
}

const subjects = async (email: string) => (await client.mailsTo(email)).map(({ subject }) => subject);

describe('accounts:sendOobCode VERIFY_AND_CHANGE_EMAIL', () => {
  it('strangers who use up a mailbox’s mails keep no settled account from moving there', async () => {
    const { db, addressHash } = product.services;
    const newEmail = freshAddress();
    while (await countUnaskedMail(db, addressHash(newEmail), 'account'));
    const person = await verified();
    expect(refusalOf(await ask(person, newEmail))).toMatch(/^TOO_MANY_ATTEMPTS_TRY_LATER/);
    const made = new Date(Date.now() - 8 * 24 * 3_600_000);
    await db.update(accounts).set({ createdAt: made }).where(eq(accounts.uid, person.localId));
    expect((await ask(person, newEmail)).statusCode).toBe(200);
    expect(refusalOf(await ask(person, newEmail))).toMatch(/^TOO_MANY_ATTEMPTS_TRY_LATER/);
  });

  it('mails a link to the new address and a warning to the old one', async () => {
    const person = await verified();
    const newEmail = freshAddress();
    const asked = await ask(person, newEmail.toUpperCase());
    expect(asked.json()).toEqual({
      kind: 'identitytoolkit#GetOobConfirmationCodeResponse',
      email: person.email,
    });
    const [link] = await client.mailsTo(newEmail);
    expect(link?.text).toMatch(/http:\/\/localhost:3000\/change-email\?oobCode=[\w-]{43}\n/);
    expect(link?.text).not.toContain(person.email);
    const warning = (await client.mailsTo(person.email)).at(-1);
    expect(warning?.subject).toBe('Another address for your Slow Letters account');
    expect(warning?.text).not.toContain(newEmail);
    expect(warning?.html).not.toContain('oobCode');
  });

  it('warns in the language before a change of it too, however often it was changed since', async () => {
    const person = await verified();
    const headers = { ...product.origin, cookie: await client.cookieOf(person) };
    const change = (language: string) =>
      product.app.inject({ method: 'PATCH', url: '/api/me', headers, payload: { language } });
    const payload = { firebaseUid: person.localId, email: person.email };
    const english = { ...headers, 'accept-language': 'en' };
    await product.app.inject({ method: 'POST', url: '/api/users', headers: english, payload });
    for (const language of ['pl', 'ja']) expect((await change(language)).statusCode).toBe(200);
    const newEmail = freshAddress();
    const oobCode = await codeFor(person, newEmail);
    const warnings = (await subjects(person.email)).slice(-2);
    expect(warnings).toContain('Another address for your Slow Letters account');
    expect(warnings.join()).toMatch(/[\u3040-\u30ff]/);

    // What is news at the new address, and no warning, is mailed once.
    const before = (await client.mailsTo(newEmail)).length;
    expect((await client.call('update', { oobCode }, { headers })).statusCode).toBe(200);
    const told = (await subjects(person.email)).slice(-2);
    expect(told).toContain('The address of your Slow Letters account was changed');
    expect(told.join()).toMatch(/[\u3040-\u30ff]/);
    const news = (await subjects(newEmail)).slice(before);
    expect(news).toEqual([expect.stringMatching(/[\u3040-\u30ff]/)]);
  });

  it('sends no warning to an old address that was never verified', async () => {
    const person = await client.signUp();
    await codeFor(person, freshAddress());
    expect(await client.mailsTo(person.email)).toEqual([]);
  });

  it('returns what the code is for', async () => {
    const person = await client.signUp();
    const newEmail = freshAddress();
    const oobCode = await codeFor(person, newEmail);
    expect((await client.call('resetPassword', { oobCode })).json()).toEqual({
      kind: 'identitytoolkit#ResetPasswordResponse',
      requestType: 'VERIFY_AND_CHANGE_EMAIL',
      email: person.email,
      newEmail,
    });
    const reset = await client.call('resetPassword', { oobCode, newPassword: 'quince-tree-8' });
    expect(refusalOf(reset)).toBe('INVALID_OOB_CODE');
  });

  it('needs a valid, unused new address and an ID token', async () => {
    const person = await client.signUp();
    const other = await client.signUp();
    const send = (payload: object) =>
      client.call('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', ...payload });
    expect(refusalOf(await send({ idToken: person.idToken }))).toBe('MISSING_NEW_EMAIL');
    expect(refusalOf(await send({ newEmail: freshAddress() }))).toBe('MISSING_ID_TOKEN');
    expect(refusalOf(await ask({ idToken: 'x.y.z' }, freshAddress()))).toBe('INVALID_ID_TOKEN');
    expect(refusalOf(await ask(person, 'nobody'))).toBe('INVALID_EMAIL');
    expect(refusalOf(await ask(person, 'a@example.com\r\nBcc: b@example.com'))).toBe('INVALID_EMAIL');
    expect(refusalOf(await ask(person, other.email.toUpperCase()))).toBe('EMAIL_EXISTS');
  });

  it('is limited per address and hour', async () => {
    const person = await client.signUp();
    for (let i = 0; i < 5; i += 1) expect((await ask(person, freshAddress())).statusCode).toBe(200);
    expect(refusalOf(await ask(person, freshAddress()))).toMatch(/^TOO_MANY_ATTEMPTS_TRY_LATER/);
  });
});

describe('accounts:update with a code that changes the address', () => {
  it('changes the address in the signed-in browser, marks it verified, and notifies both addresses', async () => {
    const person = await verified();
    const cookie = await client.cookieOf(person);
    const made = await product.app.inject({
      method: 'POST',
      url: '/api/users',
      headers: { ...product.origin, cookie },
      payload: { firebaseUid: person.localId },
    });
    const reset = await client.resetCode(person);
    const newEmail = freshAddress();
    const oobCode = await codeFor(person, newEmail);
    const changed = await client.call('update', { oobCode }, { headers: { cookie } });
    expect(changed.json()).toMatchObject({ localId: person.localId, email: newEmail, emailVerified: true });

    const user = await product.app.inject({ url: `/api/users/${person.localId}`, headers: { cookie } });
    expect(user.json()).toMatchObject({ id: made.json().id, email: newEmail, emailVerified: true });
    const signIn = (email: string) => client.call('signInWithPassword', { email, password: PASSWORD });
    expect((await signIn(newEmail)).statusCode).toBe(200);
    expect(refusalOf(await signIn(person.email))).toBe('INVALID_LOGIN_CREDENTIALS');
    const told = 'The address of your Slow Letters account was changed';
    expect((await subjects(person.email)).at(-1)).toBe(told);
    expect((await subjects(newEmail)).at(-1)).toBe(told);
    expect((await client.mailsTo(person.email)).at(-1)?.text).not.toContain(newEmail);
    const old = await client.call('resetPassword', { oobCode: reset, newPassword: 'quince-tree-8' });
    expect(refusalOf(old)).toBe('INVALID_OOB_CODE');
    expect(refusalOf(await client.call('update', { oobCode }, { headers: { cookie } }))).toBe(
      'INVALID_OOB_CODE',
    );
    expect((await client.signUp({ email: person.email })).email).toBe(person.email);
  });

  it('is refused signed out and for another account', async () => {
    const squatter = await client.signUp();
    const stranger = await client.signUp();
    const oobCode = await codeFor(squatter, freshAddress());
    expect(refusalOf(await client.call('update', { oobCode }))).toMatch(/^LOGIN_REQUIRED/);
    const asStranger = await client.call('update', { oobCode, idToken: stranger.idToken });
    expect(refusalOf(asStranger)).toMatch(/^USER_MISMATCH/);
    expect((await client.call('update', { oobCode, idToken: squatter.idToken })).statusCode).toBe(200);
  });

  it('is refused when the address is taken, the account’s address changed, or the code is a day old', async () => {
    const person = await client.signUp();
    const { idToken } = person;
    const taken = freshAddress();
    const first = await codeFor(person, taken);
    await client.signUp({ email: taken });
    expect(refusalOf(await client.call('update', { oobCode: first, idToken }))).toBe('EMAIL_EXISTS');

    const late = await codeFor(person, freshAddress());
    await client.expire(late);
    expect(refusalOf(await client.call('update', { oobCode: late, idToken }))).toBe('EXPIRED_OOB_CODE');

    const older = await codeFor(person, freshAddress());
    const newer = await codeFor(person, freshAddress());
    expect((await client.call('update', { oobCode: newer, idToken })).statusCode).toBe(200);
    expect(refusalOf(await client.call('update', { oobCode: older, idToken }))).toBe('INVALID_OOB_CODE');
  });

  it('is accepted once among concurrent requests', async () => {
    const person = await client.signUp();
    const oobCode = await codeFor(person, freshAddress());
    const { idToken } = person;
    const both = await Promise.all([1, 2].map(() => client.call('update', { oobCode, idToken })));
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  });

  it('of two accounts that change to one address at once, one succeeds', async () => {
    const people = [await client.signUp(), await client.signUp()];
    const newEmail = freshAddress();
    const codes: string[] = [];
    for (const person of people) codes.push(await codeFor(person, newEmail));
    const apply = (i: number) => client.call('update', { oobCode: codes[i], idToken: people[i]?.idToken });
    const both = await Promise.all([apply(0), apply(1)]);
    const winner = both.findIndex(({ statusCode }) => statusCode === 200);
    expect(winner).toBeGreaterThanOrEqual(0);
    const loser = await apply(1 - winner);
    expect(refusalOf(loser)).toBe('EMAIL_EXISTS');
  });
});
