import { Readable } from 'node:stream';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { userWithData, type Writer } from '../../../test/support/account-owner.ts';
import { signedIn } from '../../../test/support/sign-in.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { auditEntries } from '../../core/schema.ts';
import { MissingObject } from '../../core/storage/storage.ts';
import { photoKey } from '../../letters/photos/file-names.ts';
import { conversations } from '../../letters/schema.ts';
import { receiveMail, UnknownRecipient } from '../../mail/in/receive-mail.ts';
import { replyAddress } from '../../mail/out/addresses.ts';
import { ledgerEntries } from '../../money/credits/schema.ts';
import { checkouts } from '../../money/payments/schema.ts';
import { accounts } from '../../people/identity/schema.ts';
import { beginSignIn, signIdToken, storeRefreshToken } from '../../people/identity/tokens/tokens.ts';
import { users } from '../../people/users/schema.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ worker: true });
});
afterAll(() => product.close());

const remove = (who: Pick<Writer, 'headers' | 'email' | 'idToken'>, more: object = {}) =>
  product.app.inject({
    method: 'POST',
    url: '/api/account/delete',
    headers: who.headers,
    payload: { email: who.email, idToken: who.idToken, ...more },
  });

/** Names of the tables in which any of the texts occurs in any column. */
async function tracesOf(...texts: string[]): Promise<string[]> {
  const { db } = product.services;
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await db.execute<{ row: string }>(
      sql`select to_jsonb(t)::text as row from ${sql.identifier(name)} t`,
    );
    if (rows.some(({ row }) => texts.some((text) => row.includes(text)))) found.push(name);
  }
  return found;
}

async function isThere(key: string): Promise<boolean> {
  try {
    (await product.services.storage.read(key)).stream.destroy();
    return true;
  } catch (error) {
    if (error instanceof MissingObject) return false;
    throw error;
  }
}

/** Rate counters, which expire, and the local mailbox, which stands for the mailboxes of other people. */
const NOT_THEIRS = ['captured_messages', 'rate_counters'];

it('account deletion: erases everything but ledger entries and purchases, which name nobody', async () => {
  const { db } = product.services;
  const [maren, tayo] = [
    await userWithData(product, 'ilse@example.org'),
    await userWithData(product, 'bea@example.org'),
  ];
  await product.app.inject({
    method: 'POST',
    url: '/api/create-checkout-session',
    headers: maren.headers,
    payload: { packageId: 'five' },
  });
  const page = (
    await product.app.inject({ url: `/api/letters/${maren.letterId}`, headers: maren.headers })
  ).json<{ webPage: { url: string } }>().webPage.url;
  const pageStatus = async () => (await product.app.inject({ url: new URL(page).pathname })).statusCode;
  expect(await pageStatus()).toBe(200);
  expect(await tracesOf(maren.uid, maren.email)).toEqual(
    expect.arrayContaining(['accounts', 'users', 'letters', 'drafts']),
  );

  const answer = await remove(maren, { email: maren.email.toUpperCase() });
  expect([answer.statusCode, answer.json()]).toEqual([200, { deleted: true, elsewhere: false }]);

  const traces = await tracesOf(maren.uid, maren.email, maren.conversationId);
  expect(traces.filter((table) => !NOT_THEIRS.includes(table))).toEqual([]);
  expect(await pageStatus()).toBe(404);

  const [user] = await db.select().from(users).where(eq(users.id, maren.userId));
  expect(user).toMatchObject({ credits: 0, displayName: null, emailVerified: false });
  const entries = await db.select().from(ledgerEntries).where(eq(ledgerEntries.userId, maren.userId));
  expect(entries.map(({ kind, delta }) => [kind, delta])).toEqual([
    ['coupon', 5],
    ['letter', -1],
    ['take-back', -4],
  ]);
  const [checkout] = await db.select().from(checkouts).where(eq(checkouts.userId, maren.userId));
  expect(checkout?.status).toBe('expiring');
  const noted = await db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subject, `user ${maren.userId}`));
  expect(noted).toMatchObject([{ actor: 'system', action: 'account delete', outcome: 'done' }]);

  const id = maren.photoUrl.replace('/uploads/', '').replace('.jpg', '');
  for (const variant of ['display', 'mail', 'thumbnail'] as const) {
    await expect.poll(() => isThere(photoKey(id, variant)), { timeout: 60_000 }).toBe(false);
  }
  const kept = tayo.photoUrl.replace('/uploads/', '').replace('.jpg', '');
  expect(await isThere(photoKey(kept, 'display'))).toBe(true);
  expect((await product.app.inject({ url: '/api/letters', headers: tayo.headers })).json()).toHaveLength(1);
});

it('account deletion: ends every session and deletes the sign-in account', async () => {
  const { app } = product;
  const runa = await userWithData(product, 'ilse@example.org');
  expect((await remove(runa)).statusCode).toBe(200);
  expect((await app.inject({ url: '/api/letters', headers: runa.headers })).statusCode).toBe(401);
  const again = await app.inject({
    method: 'POST',
    url: '/api/session',
    headers: { ...product.origin, authorization: `Bearer ${runa.idToken}` },
  });
  expect(again.statusCode).toBe(401);
  // The address is free again, and a new account with it has no data.
  const next = await signedIn(product, { email: runa.email });
  expect((await app.inject({ url: '/api/recipients', headers: next.headers })).json()).toEqual([]);
});

it('account deletion: accounts:delete erases the product data too', async () => {
  const bea = await userWithData(product, 'ilse@example.org');
  const answer = await product.app.inject({
    method: 'POST',
    url: '/identitytoolkit.googleapis.com/v1/accounts:delete?key=embedded',
    headers: product.origin,
    payload: { idToken: bea.idToken },
  });
  expect(answer.statusCode).toBe(200);
  expect((await tracesOf(bea.uid, bea.email)).filter((table) => !NOT_THEIRS.includes(table))).toEqual([]);
});

it('account deletion: a reply to an erased letter is rejected on receipt', async () => {
  const { db } = product.services;
  const june = await userWithData(product, 'ilse@example.org');
  const [conversation] = await db
    .select()
    .from(conversations)
    .where(eq(conversations.id, june.conversationId));
  const answer = () =>
    receiveMail(product.services, {
      raw: Readable.from(Buffer.from('Subject: Re: plums\r\n\r\nThank you.\r\n')),
      envelopeSender: 'ilse@example.org',
      envelopeRecipients: [replyAddress(product.services.config, conversation?.recipientToken ?? '')],
      remoteAddress: null,
    });
  expect(await answer()).toHaveLength(1);
  expect((await remove(june)).statusCode).toBe(200);
  await expect(answer()).rejects.toThrow(UnknownRecipient);
});

it('account deletion: replies in other people’s conversations stay', async () => {
  const ilse = await signedIn(product, { verified: true });
  const maren = await userWithData(product, ilse.email);
  await product.app.inject({
    method: 'POST',
    url: `/api/conversations/${maren.conversationId}/replies`,
    headers: ilse.headers,
    payload: { body: 'I read it twice.' },
  });
  expect((await remove({ ...ilse })).statusCode).toBe(200);
  const thread = await product.app.inject({
    url: `/api/conversations/${maren.conversationId}/thread`,
    headers: maren.headers,
  });
  expect(thread.json()).toMatchObject({
    replies: expect.arrayContaining([expect.objectContaining({ body: 'I read it twice.' })]),
  });
});

it('account deletion: needs the account’s address and a recent sign-in', async () => {
  const tayo = await userWithData(product, 'ilse@example.org');
  const wrong = await remove(tayo, { email: 'somebody@example.org' });
  expect([wrong.statusCode, wrong.json()]).toMatchObject([
    400,
    { fields: { email: 'That is not the address of this account.' } },
  ]);
  const other = await signedIn(product);
  expect((await remove(tayo, { idToken: other.idToken })).statusCode).toBe(403);
  const hourAgo = beginSignIn(tayo.uid, 'password', new Date(Date.now() - 3_600_000));
  await product.services.db.transaction((tx) => storeRefreshToken(tx, hourAgo));
  const stale = await staleToken(tayo.uid, hourAgo);
  expect((await remove(tayo, { idToken: stale })).json()).toMatchObject({ code: 'PROOF_NEEDED' });
  expect((await remove({ ...tayo, headers: product.origin })).statusCode).toBe(401);
  const letters = await product.app.inject({ url: '/api/letters', headers: tayo.headers });
  expect(letters.json()).toHaveLength(1);
});

async function staleToken(uid: string, signIn: ReturnType<typeof beginSignIn>): Promise<string> {
  const [account] = await product.services.db.select().from(accounts).where(eq(accounts.uid, uid));
  if (!account) throw new Error('The account is gone.');
  return signIdToken(product.services, account, [], signIn);
}

it('GET /api/account/holdings: counts what would be erased', async () => {
  const maren = await userWithData(product, 'ilse@example.org');
  const answer = await product.app.inject({ url: '/api/account/holdings', headers: maren.headers });
  expect(answer.json()).toMatchObject({
    letters: 1,
    replies: 1,
    recipients: 1,
    photos: 2,
    draft: true,
    credits: 4,
    purchases: 0,
  });
  expect((await product.app.inject({ url: '/api/account/holdings' })).statusCode).toBe(401);
});
