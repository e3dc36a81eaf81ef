import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  IdentityClient,
  PASSWORD,
  refusalOf,
  type Signed,
} from '../../../../test/identity/identity-client.ts';
import { startTestProduct, type TestProduct } from '../../../../test/support/test-product.ts';
import { limit } from '../../../core/rate-limit.ts';
import { LIFETIME } from '../accounts/action-codes.ts';
import { countAttempt, linkToMail } from '../accounts/limits.ts';
import { accounts } from '../schema.ts';

let product: TestProduct;
let client: IdentityClient;
beforeAll(async () => {
  product = await startTestProduct();
  client = new IdentityClient(product);
});
afterAll(() => product.close());

const LOCKED = /^TOO_MANY_ATTEMPTS_TRY_LATER/;
const HOME = '192.0.2.10';

const signIn = (email: string, password: string, cookie = '') =>
  client.call('signInWithPassword', { email, password }, { ip: HOME, headers: { cookie } });
const askReset = (email: string, cookie = '', ip = HOME) =>
  client.call('sendOobCode', { requestType: 'PASSWORD_RESET', email }, { ip, headers: { cookie } });

/** The known-browser cookie of an answer, as a Cookie header. */
function remembered(answer: { cookies: { name: string; value: string }[] }): string {
  const set = answer.cookies.find(({ name }) => name === 'known-browser');
  if (!set) throw new Error('The browser was not remembered.');
  return `${set.name}=${set.value}`;
}

const browserOf = async ({ idToken }: Signed, headers: Record<string, string> = {}) =>
  remembered(await client.openSession(idToken, headers));

/** All the wrong passwords that may be tried on an account in a day, from as many networks as that takes. */
async function exhaustPasswords(email: string, networks = '198.51.100'): Promise<void> {
  for (let network = 0; network < 11; network += 1) {
    const caller = { ip: `${networks}.${network}`, knownBrowser: null };
    for (let i = 0; i < 10; i += 1) await countAttempt(product.services.db, email, caller).catch(() => null);
  }
}

/** All the reset mails that strangers may have sent to an address in a day. */
async function exhaustResets(email: string): Promise<void> {
  const { db, addressHash } = product.services;
  for (let i = 0; i < 11; i += 1)
    await linkToMail(db, 'reset', addressHash(email), {
      email,
      emailVerified: true,
      hasRecentLink: false,
      withinShare: true,
    });
}

it('a link beyond the day’s share of a mailbox: once in the time that it works', () => {
  expect(limit('reset:beyond', null).window * 1_000).toBe(LIFETIME.PASSWORD_RESET);
  expect(limit('sign-in-link:beyond', null).window * 1_000).toBe(LIFETIME.EMAIL_SIGNIN);
});

it('strangers in many networks, the owner’s among them, lock an account for unknown browsers, not for one that its owner signed in with', async () => {
  const owner = await client.signUp();
  const home = await browserOf(owner);
  for (let i = 0; i < 10; i += 1)
    await countAttempt(product.services.db, owner.email, { ip: HOME, knownBrowser: null });
  await exhaustPasswords(owner.email);
  expect(refusalOf(await signIn(owner.email, PASSWORD))).toMatch(LOCKED);
  expect((await signIn(owner.email, PASSWORD, home)).statusCode).toBe(200);
});

it('a lock by one network does not reach another', async () => {
  const owner = await client.signUp();
  const stranger = { ip: '198.51.100.200' };
  for (let i = 0; i < 10; i += 1)
    await countAttempt(product.services.db, owner.email, { ...stranger, knownBrowser: null });
  const guess = await client.call('signInWithPassword', { email: owner.email, password: PASSWORD }, stranger);
  expect(refusalOf(guess)).toMatch(LOCKED);
  expect((await signIn(owner.email, PASSWORD)).statusCode).toBe(200);
});

it('a reset link works whatever strangers do, and the browser that used it may sign in', async () => {
  const owner = await client.signUp();
  await exhaustPasswords(owner.email);
  await exhaustResets(owner.email);

  // In an unknown browser: one link is mailed for as long as none is in the mailbox.
  expect((await askReset(owner.email)).statusCode).toBe(200);
  const oobCode = await client.mailedCode(owner.email);
  expect((await askReset(owner.email)).statusCode).toBe(200);
  expect(await client.mailsTo(owner.email)).toHaveLength(1);

  const newPassword = 'quince-tree-8';
  const done = await client.call('resetPassword', { oobCode, newPassword }, { ip: HOME });
  expect(done.statusCode).toBe(200);
  await exhaustPasswords(owner.email, '203.0.113');
  expect(refusalOf(await signIn(owner.email, newPassword))).toMatch(LOCKED);
  expect((await signIn(owner.email, newPassword, remembered(done))).statusCode).toBe(200);
});

it('a known browser may ask for a link when its network and the address have used up their requests', async () => {
  const owner = await client.signUp();
  const home = await browserOf(owner);
  await product.services.db
    .update(accounts)
    .set({ emailVerified: true })
    .where(eq(accounts.uid, owner.localId));
  for (let i = 0; i < 5; i += 1) await askReset(owner.email);
  expect(refusalOf(await askReset(owner.email))).toMatch(LOCKED);
  expect(await client.mailsTo(owner.email)).toHaveLength(5);
  await exhaustResets(owner.email);
  expect((await askReset(owner.email, home)).statusCode).toBe(200);
  expect(await client.mailsTo(owner.email)).toHaveLength(6);
});

it('a known browser has a limit of its own: ten wrong passwords, five reset mails', async () => {
  const owner = await client.signUp();
  const home = await browserOf(owner);
  for (let i = 0; i < 10; i += 1)
    expect(refusalOf(await signIn(owner.email, `guess-${i}`, home))).toBe('INVALID_LOGIN_CREDENTIALS');
  expect(refusalOf(await signIn(owner.email, PASSWORD, home))).toMatch(LOCKED);
  for (let i = 0; i < 5; i += 1) expect((await askReset(owner.email, home)).statusCode).toBe(200);
  expect(refusalOf(await askReset(owner.email, home))).toMatch(LOCKED);
});

it('a browser is known to the accounts that signed in there, until their sign-ins are revoked', async () => {
  const [owner, stranger] = [await client.signUp(), await client.signUp()];
  await exhaustPasswords(owner.email);
  const foreign = await browserOf(stranger);
  for (const cookie of [foreign, `${foreign}.${'A'.repeat(43)}`, 'known-browser=x', ''])
    expect(refusalOf(await signIn(owner.email, PASSWORD, cookie))).toMatch(LOCKED);

  const shared = await browserOf(owner, { cookie: foreign });
  expect((await signIn(owner.email, PASSWORD, shared)).statusCode).toBe(200);
  await exhaustPasswords(stranger.email);
  expect((await signIn(stranger.email, PASSWORD, shared)).statusCode).toBe(200);
  // What the browser holds is valid, so it is not set again.
  const again = await client.openSession(owner.idToken, { cookie: shared });
  expect(again.cookies.map(({ name }) => name)).toEqual(['session']);

  await client.call('update', { idToken: owner.idToken, password: 'quince-tree-8' });
  expect(refusalOf(await signIn(owner.email, 'quince-tree-8', shared))).toMatch(LOCKED);
});

it('the cookie is kept from scripts and names nobody', async () => {
  const owner = await client.signUp();
  const answer = await client.openSession(owner.idToken);
  const set = answer.cookies.find(({ name }) => name === 'known-browser');
  expect(set).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 400 * 24 * 3600 });
  expect(set?.value).not.toContain(owner.localId);
});
