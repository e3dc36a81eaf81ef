import { eq, sql, sum } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppleClient } from '../../../test/identity/apple-client.ts';
import { IdentityClient } from '../../../test/identity/identity-client.ts';
import { type AppleStandIn, startAppleStandIn } from '../../../test/stand-ins/apple-stand-in.ts';
import { userWithData, type Writer } from '../../../test/support/account-owner.ts';
import { signedIn } from '../../../test/support/sign-in.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { waitsForLock } from '../../../test/support/waits-for-lock.ts';
import { auditEntries } from '../../core/schema.ts';
import { ledgerEntries } from '../../money/credits/schema.ts';
import { users } from '../users/schema.ts';

let apple: AppleStandIn;
let product: TestProduct;
let client: IdentityClient;
beforeAll(async () => {
  apple = await startAppleStandIn('http://localhost:3000/identity/apple/callback');
  product = await startTestProduct({ env: apple.env, outside: { apple: apple.origin } });
  client = new IdentityClient(product);
});
afterAll(async () => {
  await product.close();
  await apple.close();
});

const PASSWORD = 'quince-tree-8';
type Headers = Record<string, string>;
const get = async (url: string, headers: Headers) => (await product.app.inject({ url, headers })).json();
const post = (url: string, headers: Headers, payload: object = {}) =>
  product.app.inject({ method: 'POST', url, headers, payload });

/** Somebody who signed up with an address that they never confirmed, and data of every kind. */
const unconfirmed = (recipientEmail = 'mallory@example.org') =>
  userWithData(product, recipientEmail, { verified: false });

/** The browser of the address's owner, after a reset link from their mailbox. */
async function ownerByReset({ email, uid }: Writer, cookie = ''): Promise<Headers> {
  const oobCode = await client.resetCode({ localId: uid, email, idToken: '', refreshToken: '' });
  const browser = { headers: { cookie } };
  const done = await client.call('resetPassword', { oobCode, newPassword: PASSWORD }, browser);
  if (done.statusCode !== 200) throw new Error(done.body);
  const signed = await client.call('signInWithPassword', { email, password: PASSWORD });
  return { ...product.origin, cookie: await client.cookieOf(signed.json()) };
}

async function ownerByApple({ email }: Writer): Promise<Headers> {
  const browser = new AppleClient(product, client, apple);
  const person = { sub: `apple of ${email}`, email, email_verified: 'true' };
  const signed = await browser.signIn(await browser.credentialOf(person));
  return { ...product.origin, cookie: await client.cookieOf(signed.json()) };
}

/** What somebody sees who signed in: the parts in which a former owner could show. */
async function seenBy(headers: Headers, uid: string) {
  const user = await post('/api/users', headers, { firebaseUid: uid });
  return {
    name: user.json().displayName,
    credits: user.json().credits,
    recipients: (await get('/api/recipients', headers)).length,
    letters: (await get('/api/letters', headers)).length,
    conversations: (await get('/api/conversations', headers)).length,
    draft: (await get('/api/draft', headers)).draft ?? null,
    sessions: (await get('/api/sessions', headers)).length,
  };
}
const NOTHING = {
  name: null,
  credits: 0,
  recipients: 0,
  letters: 0,
  conversations: 0,
  draft: null,
  sessions: 1,
};

describe.each([
  ['a reset link', ownerByReset],
  ['Apple', ownerByApple],
])('an account that its address’s owner opens for the first time, by %s', (_how, ownerOf) => {
  it('begins empty, with the welcome coupon unused; the books add up, and the letter names nobody', async () => {
    const ilse = await signedIn(product, { verified: true });
    const squatter = await unconfirmed(ilse.email);
    const owner = await ownerOf(squatter);

    expect(await seenBy(owner, squatter.uid)).toEqual(NOTHING);
    expect((await post('/api/redeem-coupon', owner, { code: 'WELCOME5' })).json()).toMatchObject({
      creditsGranted: 5,
    });
    expect(await get('/api/conversations', ilse.headers)).toEqual([]);

    const { db } = product.services;
    const [before] = await db.select().from(users).where(eq(users.id, squatter.userId));
    expect(before).toMatchObject({
      accountUid: `deleted-${squatter.userId}`,
      displayName: null,
      credits: 0,
    });
    const [books] = await db
      .select({ balance: sum(ledgerEntries.delta) })
      .from(ledgerEntries)
      .where(eq(ledgerEntries.userId, squatter.userId));
    expect(Number(books?.balance)).toBe(0);
    const audited = await db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.subject, `user ${squatter.userId}`));
    expect(audited.map(({ action }) => action)).toEqual(['account hand over']);
  });

  it('is closed to whoever made it', async () => {
    const squatter = await unconfirmed();
    await get('/api/recipients', squatter.headers);
    const owner = await ownerOf(squatter);
    const planted = await post('/api/recipients', squatter.headers, { name: 'Mum', email: 'm@example.org' });
    expect(planted.statusCode).toBe(401);
    expect((await client.openSession(squatter.idToken)).statusCode).toBe(401);
    expect(await get('/api/recipients', owner)).toEqual([]);
  });
});

it.each([
  [
    'an entry of the address book',
    ({ uid }: Writer) => sql`select pg_advisory_xact_lock(hashtextextended(${`recipients of ${uid}`}, 0))`,
    '/api/recipients',
  ],
  [
    'the address of a calendar',
    ({ uid }: Writer) => sql`insert into reminder_settings (owner_uid, stop_token) values (${uid}, ${uid})`,
    '/api/reminder-settings/feed',
  ],
])('%s that waited while the account was handed over is not left to its owner', async (_, lock, url) => {
  const squatter = await unconfirmed();
  await get('/api/recipients', squatter.headers);
  const { db } = product.services;
  const turn = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<void>();
  // The write waits for a lock, as for a neighbour of the same person.
  const blocking = db.transaction(async (tx) => {
    await tx.execute(lock(squatter));
    taken.resolve();
    await turn.promise;
    tx.rollback();
  });
  await taken.promise;
  const planted = post(url, squatter.headers, { name: 'Mum', email: 'm@example.org' });
  await waitsForLock(db, 1);
  const owner = ownerByReset(squatter);
  await Promise.race([owner, waitsForLock(db, 2)]);
  turn.resolve();
  await Promise.allSettled([blocking, planted]);
  expect(await get('/api/recipients', await owner)).toEqual([]);
  expect(await get('/api/reminder-settings', await owner)).toMatchObject({ feedUrl: null });
  const named = await post('/api/users', squatter.headers, { firebaseUid: squatter.uid, displayName: 'Mum' });
  expect(named.statusCode).toBe(401);
});

it('a reset in a browser that is known to the account leaves everything to whoever made it', async () => {
  const maker = await unconfirmed();
  const answer = await client.openSession(maker.idToken);
  const known = answer.cookies.find(({ name }) => name === 'known-browser');
  const headers = await ownerByReset(maker, `known-browser=${known?.value}`);
  expect(await seenBy(headers, maker.uid)).toMatchObject({
    name: 'Maren <Oakes>',
    recipients: 1,
    letters: 1,
    credits: 4,
  });
});

it('a reset of an account with a confirmed address leaves everything', async () => {
  const maker = await userWithData(product, 'ilse@example.org');
  const headers = await ownerByReset(maker);
  expect(await seenBy(headers, maker.uid)).toMatchObject({ name: 'Maren <Oakes>', letters: 1, credits: 4 });
});

it('the reset mail says that an unconfirmed account begins empty, and where it does not', async () => {
  const maker = await unconfirmed();
  await client.call('sendOobCode', { requestType: 'PASSWORD_RESET', email: maker.email });
  const [mail] = await client.mailsTo(maker.email);
  expect(mail?.text).toContain('everything stays but letters still sealed');
  const confirmed = await signedIn(product, { verified: true });
  await client.call('sendOobCode', { requestType: 'PASSWORD_RESET', email: confirmed.email });
  expect((await client.mailsTo(confirmed.email))[0]?.text).not.toContain('everything stays');
});
