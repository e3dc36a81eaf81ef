import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dsn } from '../../../packages/mail-reader/test/bounce-messages.ts';
import type { Gift, GiftOverview } from '../../../shared/gifts.ts';
import type { Letter } from '../../../shared/letters.ts';
import { IdentityClient } from '../../../test/identity/identity-client.ts';
import { boughtCredits } from '../../../test/support/bought-credits.ts';
import { letterPayload, storedPhoto } from '../../../test/support/factories.ts';
import { bounceTokenOf } from '../../../test/support/gift-mail.ts';
import {
  entriesOf,
  type LetterWriter,
  letterRow,
  newLetterWriter,
} from '../../../test/support/letter-writer.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { count, limit } from '../../core/rate-limit.ts';
import { countUnaskedMail } from '../../core/unasked-mails.ts';
import { recordBounce } from '../../letters/bounce/record-bounce.ts';
import { composeLetter } from '../../letters/deliver/compose-letter.ts';
import { deliverLetter } from '../../letters/deliver/deliver-letter.ts';
import { letters } from '../../letters/schema.ts';
import type { BusyAddressee } from '../../mail/in/destination.ts';
import { processMessage } from '../../mail/in/process-message.ts';
import { receiveMail, UnknownRecipient } from '../../mail/in/receive-mail.ts';
import { inboundMessages } from '../../mail/in/schema.ts';
import { envelopeAddress } from '../../mail/out/addresses.ts';
import type { ComposedMail } from '../../mail/out/transport.ts';
import { eraseAccount } from '../../pages/account/erase-account.ts';
import { suppress } from '../../people/recipients/suppressions.ts';
import { users } from '../../people/users/schema.ts';
import { recordRefunds } from '../payments/record-refunds.ts';
import { checkouts } from '../payments/schema.ts';
import { verifyLedger } from '../payments/verify-ledger.ts';
import { claimForKnownAddresses, claimGifts } from './claim-gifts.ts';
import { mailDueGifts } from './gift-mail.ts';
import { returnRefused } from './record-gift-bounce.ts';
import { returnOldGifts } from './return-gifts.ts';
import { gifts } from './schema.ts';

let product: TestProduct;
let client: IdentityClient;
let maren: LetterWriter;
let email: string;
beforeAll(async () => {
  product = await startTestProduct();
  client = new IdentityClient(product);
});
afterAll(async () => {
  expect(await verifyLedger(product.services.db)).toEqual([]);
  await product.close();
});
/** Maren has 5 free credits and 5 that she bought two days ago. */
beforeEach(async () => {
  maren = await newLetterWriter(product);
  await bought(5, 2);
  email = `ilse-${randomUUID().slice(0, 8)}@example.org`;
});

const bought = (credits: number, days: number, by = maren) =>
  boughtCredits(product, by.person.userId, credits, days);
const giving = (credits: number, more: object = {}, by = maren) =>
  by.call('POST', '/api/gifts', { credits, recipientName: 'Ilse Brandt', recipientEmail: email, ...more });
const given = async (credits: number, more: object = {}) => {
  const answer = await giving(credits, more);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  const [gift] = answer.json<GiftOverview>().gifts;
  if (!gift) throw new Error('There is no gift.');
  return gift;
};
const overview = async (of = maren) => (await of.call('GET', '/api/gifts')).json<GiftOverview>();
const statusOf = async (id: string) => (await overview()).gifts.find((gift) => gift.id === id);
const received = async (by: LetterWriter) => (await by.call('POST', '/api/received-gifts')).json();
const signedUp = (verified: boolean) => newLetterWriter(product, { email, displayName: 'Ilse', verified });
const ageGifts = (days: number) =>
  product.services.db.execute(sql`
    update gifts set claimable_at = claimable_at - make_interval(days => ${days}::int),
      mailed_at = mailed_at - make_interval(days => ${days}::int)`);
const userRow = async ({ person }: LetterWriter) => {
  const [row] = await product.services.db.select().from(users).where(eq(users.id, person.userId));
  if (!row) throw new Error('There is no user.');
  return row;
};

/** A letter that was written and not sent. */
const written = async (by = maren, more: object = {}) => {
  const photo = await storedPhoto(product, by.person.uid);
  const payload = letterPayload([photo], { recipientEmail: email, ...more });
  return (await by.call('POST', '/api/letters', payload)).json<Letter>();
};
const sendWithStamp = ({ id }: Pick<Letter, 'id'>, more: object = {}, key?: string) =>
  maren.call('POST', `/api/letters/${id}/send`, { stamp: true, ...more }, key);
const enclosed = async (more: object = {}) => {
  const letter = await written();
  const answer = await sendWithStamp(letter, more);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return letter;
};
const leaves = ({ id }: Pick<Letter, 'id'>) =>
  product.services.db.update(letters).set({ status: 'sent', sentAt: new Date() }).where(eq(letters.id, id));
const bounces = async ({ id }: Pick<Letter, 'id'>) => {
  const [row] = await product.services.db.select().from(letters).where(eq(letters.id, id));
  const report = {
    ...{
      action: 'failed' as const,
      status: '5.1.1',
      diagnostic: '',
      recipients: [row?.recipientEmail ?? ''],
    },
    ...{ fromNullSender: true, hasKnownShape: false },
  };
  await product.services.db.transaction((tx) =>
    recordBounce(tx, product.services, row?.envelopeToken ?? '', { report, namedMessageIds: [] }),
  );
};

describe('gifts', () => {
  it('go to whoever proves the address; an account that has not, sees nothing; they cannot be given on', async () => {
    // Whoever paid nothing bought nothing.
    const free = await bought(5, 2);
    await product.services.db.update(checkouts).set({ amount: 0 }).where(eq(checkouts.id, free));
    expect(await overview()).toEqual({ giftable: 5, notBefore: null, gifts: [] });
    expect((await giving(50)).json()).toMatchObject({
      code: 'STAMPS_NOT_BOUGHT',
      message: expect.stringContaining('you have 5 of them'),
    });
    expect((await giving(51)).json()).toMatchObject({ message: 'A gift holds at most 50 stamps' });
    const gift = await given(3, { note: 'For the plum tree.\nAnd the cat.' });
    expect(gift).toMatchObject({ credits: 3, recipientEmail: email, status: 'waiting', letterId: null });
    expect(await overview()).toMatchObject({ giftable: 2 });
    const [mail] = await client.mailsTo(email);
    expect(mail?.subject).toBe('Maren Oakes gave you 3 stamps');
    expect(mail?.text).toContain('For the plum tree.\nAnd the cat.');
    expect(mail?.html).toMatch(/<p dir="auto"[^>]*>For the plum tree\.<br>And the cat\.<\/p>/);
    expect(mail?.text).toContain('http://localhost:3000/credits?stamp');
    expect(mail?.text).not.toContain(gift.id);

    const { idToken } = await client.signUp({ email });
    const squatter = await client.cookieOf({ idToken, email, localId: '', refreshToken: '' });
    const asSquatter = (url: string, payload: object = {}) =>
      product.app.inject({ method: 'POST', url, headers: { ...product.origin, cookie: squatter }, payload });
    const uid = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()).user_id;
    await asSquatter('/api/users', { firebaseUid: uid });
    await claimForKnownAddresses(product.services.db);
    expect((await asSquatter('/api/received-gifts')).json()).toEqual({ gifts: [] });
    const oobCode = await client.verificationCode({ idToken, email, localId: uid, refreshToken: '' });
    await client.call('update', { oobCode, idToken });
    const [ilse] = await product.services.db.select().from(users).where(eq(users.email, email));
    expect(ilse).toMatchObject({ credits: 3, emailVerified: true });
    expect((await asSquatter('/api/received-gifts')).json()).toEqual({
      gifts: [{ id: gift.id, credits: 3, from: 'Maren Oakes' }],
    });
    expect((await asSquatter('/api/received-gifts')).json()).toEqual({ gifts: [] });
    expect(await statusOf(gift.id)).toMatchObject({ status: 'claimed' });
    const on = { credits: 1, recipientName: 'Runa', recipientEmail: 'runa@example.org' };
    expect((await asSquatter('/api/gifts', on)).json()).toMatchObject({ code: 'STAMPS_NOT_BOUGHT' });
    const { entries } = (await maren.call('GET', '/api/ledger')).json();
    expect(entries[0]).toMatchObject({ delta: -3, kind: 'gift-given', title: 'Stamps for Ilse Brandt' });
  });

  it.each([
    ['one’s own address', () => ({ recipientEmail: maren.person.email }), 409, 'OWN_ADDRESS'],
    [
      'a tagged spelling of it',
      () => ({ recipientEmail: maren.person.email.replace('@', '+plum@') }),
      409,
      'OWN_ADDRESS',
    ],
    ['no stamp', () => ({ credits: 0 }), 400, 'BAD_INPUT'],
    ['51 stamps', () => ({ credits: 51 }), 400, 'BAD_INPUT'],
    ['a note of 501 characters', () => ({ note: 'x'.repeat(501) }), 400, 'BAD_INPUT'],
    ['a day that is past', () => ({ arriveLocal: '2026-01-01T08:00', arriveZone: 'UTC' }), 400, 'BAD_INPUT'],
  ])('are refused for %s', async (_what, more, status, code) => {
    const answer = await giving(1, more());
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect(await maren.balance()).toBe(10);
  });

  it('are refused before one’s address is confirmed, to an address that bounced, and after ‘No more from this person’', async () => {
    const { db } = product.services;
    await db.update(users).set({ language: 'de' }).where(eq(users.id, maren.person.userId));
    await given(1);
    await db.update(users).set({ language: null }).where(eq(users.id, maren.person.userId));
    const [mail] = await client.mailsTo(email);
    const stop = new URL(mail?.stopUrl ?? '').pathname;
    expect((await product.app.inject({ url: stop })).body).toContain('<html lang="de"');
    const pressed = await product.app.inject({ method: 'POST', url: stop });
    expect(pressed.statusCode).toBe(200);
    expect((await giving(1)).json()).toMatchObject({ code: 'RECIPIENT_BLOCKED' });
    email = `runa-${email}`;
    await suppress(db, maren.person.userId, email, { text: 'No such address.' });
    expect((await giving(1)).json()).toMatchObject({ code: 'ADDRESS_BOUNCED' });
    const unproved = await newLetterWriter(product, { verified: false });
    await bought(5, 2, unproved);
    email = `new-${email}`;
    expect((await giving(1, {}, unproved)).json()).toMatchObject({ code: 'ADDRESS_NOT_CONFIRMED' });
  });

  it('strangers keep none away: not by mails to change an address, nor from a proved account by gifts of their own', async () => {
    const { db, addressHash } = product.services;
    const mailbox = addressHash(email);
    while (await countUnaskedMail(db, mailbox, 'account'));
    await given(1);
    expect(await client.mailsTo(email)).toHaveLength(1);
    for (let i = 0; i < 3; i += 1) await count(db, limit('gift mails', mailbox));
    const [one, other] = [await newLetterWriter(product), await signedUp(true)];
    await bought(5, 2, one);
    expect((await giving(1, {}, one)).statusCode).toBe(200);
    expect(await client.mailsTo(email)).toHaveLength(1);
    expect((await received(other)).gifts).toHaveLength(2);
  });

  it('have limits: 10 gifts and 100 stamps a day, 3 mails a day to one address, two of them from one giver', async () => {
    await bought(150, 2);
    const waits = async (giver = maren) => {
      const answer = await giving(1, {}, giver);
      expect(answer.statusCode, answer.body).toBe(200);
      const until = answer.json<GiftOverview>().gifts[0]?.claimableAt ?? '';
      return until > new Date(Date.now() + 5 * 3_600_000).toISOString();
    };
    expect([await waits(), await waits(), await waits()]).toEqual([false, false, true]);
    for (const isLast of [false, true]) {
      const giver = await newLetterWriter(product);
      await bought(5, 2, giver);
      expect(await waits(giver)).toBe(isLast);
    }
    expect(await client.mailsTo(email)).toHaveLength(3);
    await ageGifts(1);
    await mailDueGifts(product.services);
    expect(await client.mailsTo(email)).toHaveLength(3);
    await product.services.db.execute(sql`delete from rate_counters where key like 'gift mails%'`);
    await ageGifts(1);
    await mailDueGifts(product.services);
    expect(await client.mailsTo(email)).toHaveLength(5);
    for (const credits of [49, 48]) await given(credits, { recipientEmail: `${credits}-${email}` });
    expect((await giving(1, { recipientEmail: `x-${email}` })).json().message).toContain('100 stamps a day');
    const teller = await newLetterWriter(product);
    await bought(20, 2, teller);
    const tries = Array.from({ length: 11 }, (_, n) =>
      giving(1, { recipientEmail: `${n}.${email}` }, teller),
    );
    const answers = (await Promise.all(tries)).map(({ statusCode }) => statusCode);
    expect(answers.sort()).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  it('wait for a day when the giver bought within it, and for the day chosen; then the mail comes, once', async () => {
    await bought(5, 0);
    const gift = await given(2);
    expect(gift.claimableAt > new Date(Date.now() + 23 * 3_600_000).toISOString()).toBe(true);
    const ilse = await signedUp(true);
    await mailDueGifts(product.services);
    expect(await client.mailsTo(email)).toEqual([]);
    expect(await received(ilse)).toEqual({ gifts: [] });
    await ageGifts(1);
    await Promise.all([mailDueGifts(product.services), mailDueGifts(product.services)]);
    expect(await client.mailsTo(email)).toHaveLength(1);
    await claimForKnownAddresses(product.services.db);
    expect(await ilse.balance()).toBe(7);
    const later = await given(1, {
      recipientEmail: `x-${email}`,
      arriveLocal: nextMonth(),
      arriveZone: 'UTC',
    });
    expect(later.claimableAt.slice(0, 16)).toBe(nextMonth());
    // Nobody is told of it yet.
    expect((await maren.call('DELETE', `/api/gifts/${later.id}`)).statusCode).toBe(200);
  });

  it('are taken back by their giver alone, while nobody has them; against a claim one of the two wins', async () => {
    const gift = await given(2);
    const stranger = await newLetterWriter(product);
    expect((await stranger.call('DELETE', `/api/gifts/${gift.id}`)).statusCode).toBe(404);
    const told = await maren.call('DELETE', `/api/gifts/${gift.id}`);
    expect([told.statusCode, told.json().code]).toEqual([409, 'GIFT_TOLD']);
    expect([await maren.balance(), (await statusOf(gift.id))?.status]).toEqual([8, 'waiting']);
    await ageGifts(8);
    expect((await maren.call('DELETE', `/api/gifts/${gift.id}`)).statusCode).toBe(200);
    expect((await maren.call('DELETE', `/api/gifts/${gift.id}`)).statusCode).toBe(200);
    expect(await maren.balance()).toBe(10);
    const ilse = await signedUp(true);
    for (let n = 0; n < 5; n++) {
      await product.services.db.execute(sql`delete from rate_counters`);
      const { id } = await given(1);
      await ageGifts(8);
      const [took] = await Promise.all([
        maren.call('DELETE', `/api/gifts/${id}`),
        n % 2 === 0 ? received(ilse) : claimForKnownAddresses(product.services.db),
      ]);
      expect((await statusOf(id))?.status).toBe(took.statusCode === 200 ? 'returned' : 'claimed');
    }
    expect(Number(await maren.balance()) + Number(await ilse.balance())).toBe(15);
  });

  it('of two accounts that claim one at once, one has it', async () => {
    await given(4);
    const [one, other] = [await newLetterWriter(product), await newLetterWriter(product)];
    const rows = [await userRow(one), await userRow(other)].map((row) => ({ ...row, email }));
    await Promise.all(rows.map((row) => product.services.db.transaction((tx) => claimGifts(tx, row))));
    expect([await one.balance(), await other.balance()].sort()).toEqual([5, 9]);
  });

  it('go back after a year with a notice; those of a deleted account to nobody', async () => {
    const runa = await newLetterWriter(product);
    await bought(8, 2, runa);
    const gift = await given(2);
    await giving(1, { recipientEmail: `x-${email}` }, runa);
    await giving(2, { recipientEmail: `z-${email}` }, runa);
    await giving(3, { recipientEmail: `y-${email}`, arriveLocal: nextMonth(), arriveZone: 'UTC' }, runa);
    await product.services.db.transaction((tx) => eraseAccount(tx, product.services, runa.person.uid));
    const ofRuna = () =>
      product.services.db
        .select()
        .from(gifts)
        .where(eq(gifts.giverId, runa.person.userId))
        .orderBy(gifts.credits);
    expect(await ofRuna()).toMatchObject([
      { status: 'waiting', email: `x-${email}`, fromName: '', recipientName: '' },
      { status: 'waiting', email: `z-${email}`, fromName: '', recipientName: '' },
      { status: 'returned', email: '', returnedFor: 'account' },
    ]);
    const claimer = await newLetterWriter(product, {
      email: `z-${email}`,
      displayName: 'Zoe',
      verified: true,
    });
    expect(await received(claimer)).toMatchObject({ gifts: [{ credits: 2, from: '' }] });
    await ageGifts(370);
    await Promise.all([returnOldGifts(product.services), returnOldGifts(product.services)]);
    expect(await statusOf(gift.id)).toMatchObject({ status: 'returned', returnedFor: 'a year' });
    expect(await maren.balance()).toBe(10);
    const notice = (await client.mailsTo(maren.person.email)).at(-1);
    expect(notice?.subject).toBe('Your stamps for Ilse Brandt came back');
    // Nothing of theirs waits any more: no address stays.
    expect(await ofRuna()).toMatchObject([
      { status: 'returned', email: '' },
      { status: 'claimed', email: '' },
      { status: 'returned', email: '' },
    ]);
    expect(await runa.balance()).toBe(0);
  });

  it('a refund or dispute takes what waits first, the newest first; what was claimed stays and is a shortfall', async () => {
    const id = await bought(4, 2);
    const [older, newer] = [await given(3), await given(2, { recipientEmail: `x-${email}` })];
    const withdraw = (cents: number) =>
      recordRefunds(product.services.db, id, { paymentId: id, checkoutId: id, refunded: 0, disputed: cents });
    await withdraw(100);
    expect([await statusOf(newer.id), await statusOf(older.id)]).toMatchObject([
      { status: 'returned', returnedFor: 'payment' },
      { status: 'waiting' },
    ]);
    expect(await maren.balance()).toBe(10);
    const ilse = await signedUp(true);
    await Promise.all([received(ilse), withdraw(400)]);
    const claimed = (await statusOf(older.id))?.status === 'claimed';
    expect(await ilse.balance()).toBe(claimed ? 8 : 5);
    expect(await maren.balance()).toBe(claimed ? 7 : 10);
  });
});

describe('a stamp in a letter', () => {
  it('costs a credit more, once, however often the letter is sent; it may be claimed once the letter has left', async () => {
    const letter = await written();
    const sent = await Promise.all([
      sendWithStamp(letter),
      sendWithStamp(letter),
      sendWithStamp(letter, {}, 'key'),
    ]);
    expect(sent.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect((await sendWithStamp(letter, {}, 'key')).statusCode).toBe(200);
    expect(await maren.balance()).toBe(8);
    const [gift, ...more] = (await overview()).gifts;
    expect([gift, more]).toMatchObject([{ credits: 1, letterId: letter.id, status: 'waiting' }, []]);
    const row = await letterRow(product, letter.id);
    const line =
      'Maren Oakes enclosed a stamp. Write a letter of your own with it: http://localhost:3000/credits?stamp';
    expect((await composeLetter(product.services, row)).text).toContain(line);
    const pageOf = async (token: string | null) => (await product.app.inject({ url: `/l/${token}` })).body;
    expect(await pageOf(row.mailedToken)).toContain('http://localhost:3000/credits?stamp');
    expect(await pageOf(row.webToken)).not.toContain('credits?stamp');
    const ilse = await signedUp(true);
    expect(await received(ilse)).toEqual({ gifts: [] });
    await leaves(letter);
    expect(await received(ilse)).toMatchObject({ gifts: [{ credits: 1, from: 'Maren Oakes' }] });
    // Final: when the letter comes back after all, its own credit alone returns.
    await bounces(letter);
    expect([await maren.balance(), await ilse.balance()]).toEqual([9, 6]);
    expect(await entriesOf(product, letter)).toEqual(['letter', 'letter-returned']);
  });

  it('comes back with a letter that bounces while nobody has it, and goes along to the corrected address', async () => {
    const letter = await enclosed();
    await leaves(letter);
    await bounces(letter);
    expect(await maren.balance()).toBe(10);
    const corrected = `x-${email}`;
    const again = await maren.call('POST', `/api/letters/${letter.id}/retry`, { recipientEmail: corrected });
    expect(again.statusCode).toBe(200);
    expect(await maren.balance()).toBe(8);
    expect((await overview()).gifts).toMatchObject([
      { recipientEmail: corrected, status: 'waiting' },
      { recipientEmail: email, status: 'returned', returnedFor: 'letter' },
    ]);
    const [gift] = (await overview()).gifts;
    await maren.call('DELETE', `/api/gifts/${gift?.id}`);
    await leaves(letter);
    await bounces(letter);
    await maren.call('POST', '/api/suppressions/lift', { email: corrected });
    await maren.call('POST', `/api/letters/${letter.id}/retry`);
    expect((await overview()).gifts).toHaveLength(2);
  });

  it('comes back with a letter that is taken back before its day, and lies in the draft of it', async () => {
    const letter = await enclosed({ arrival: { arriveLocal: nextMonth(), arriveZone: 'UTC' } });
    const ilse = await signedUp(true);
    expect(await received(ilse)).toEqual({ gifts: [] });
    await maren.call('DELETE', `/api/letters/${letter.id}/arrival`);
    expect(await maren.balance()).toBe(10);
    expect((await maren.call('POST', `/api/letters/${letter.id}/desk`)).statusCode).toBe(200);
    const { draft } = (await maren.call('GET', '/api/draft')).json();
    expect(draft.content).toMatchObject({ stamp: true });
    expect((await overview()).gifts).toMatchObject([{ status: 'returned', letterId: null }]);
  });

  it('is not taken back while the mail that tells of it is under way', async () => {
    const letter = await enclosed();
    const [gift] = (await overview()).gifts;
    const sending = async ({ text }: ComposedMail) => {
      expect(text).toContain('enclosed a stamp');
      const back = await maren.call('DELETE', `/api/gifts/${gift?.id}`);
      expect([back.statusCode, back.json().code]).toEqual([409, 'GIFT_TOLD']);
    };
    const { services } = product;
    await deliverLetter({ ...services, mail: { ...services.mail, send: sending } }, letter.id);
    expect((await letterRow(product, letter.id)).status).toBe('sent');
    expect((await received(await signedUp(true))).gifts).toHaveLength(1);
  });

  it('is refused without a bought credit for it, for oneself, and in a letter to several people for all of them or none', async () => {
    const several = async (recipients: string[]) => {
      const {
        recipientName: name,
        recipientEmail: _,
        ...content
      } = letterPayload([await storedPhoto(product, maren.person.uid)]);
      const payload = {
        ...content,
        stamp: true,
        recipients: recipients.map((one) => ({ name, email: one })),
      };
      return maren.call('POST', '/api/letter-batches', payload);
    };
    const people = Array.from({ length: 6 }, (_, n) => `${n}-${email}`);
    expect((await several(people)).json()).toMatchObject({
      code: 'INSUFFICIENT_CREDITS',
      needed: 12,
      balance: 10,
    });
    expect((await several([email, maren.person.email])).json()).toMatchObject({ code: 'OWN_ADDRESS' });
    expect((await several(people.slice(0, 3))).statusCode).toBe(200);
    expect(await overview()).toMatchObject({ giftable: 2 });
    expect((await overview()).gifts).toHaveLength(3);
    await given(2);
    expect((await sendWithStamp(await written())).json()).toMatchObject({ code: 'STAMPS_NOT_BOUGHT' });
    expect(await maren.balance()).toBe(2);
    const poor = await newLetterWriter(product);
    expect(
      (await poor.call('POST', `/api/letters/${(await written(poor)).id}/send`, { stamp: true })).json(),
    ).toMatchObject({
      code: 'STAMPS_NOT_BOUGHT',
    });
    expect(await poor.balance()).toBe(5);
  });

  it('stays with its recipient when its giver’s account is deleted after the letter left', async () => {
    const letter = await enclosed();
    await leaves(letter);
    const waits = await enclosed({ arrival: { arriveLocal: nextMonth(), arriveZone: 'UTC' } });
    expect(waits.id).not.toBe(letter.id);
    await product.services.db.transaction((tx) => eraseAccount(tx, product.services, maren.person.uid));
    const ilse = await signedUp(true);
    expect(await received(ilse)).toMatchObject({ gifts: [{ credits: 1, from: '' }] });
    expect([await ilse.balance(), await maren.balance()]).toEqual([6, 0]);
    expect((await ilse.call('GET', '/api/ledger')).json().entries[0]).toMatchObject({
      title: 'Stamp from somebody',
    });
  });
});

describe('the mail of a gift that comes back', () => {
  const fails = 'Action: failed\nStatus: 5.1.1';
  const envelopeOf = async (id: string) =>
    envelopeAddress(product.services.config, await bounceTokenOf(product, id));
  /** Comes to the envelope sender of its mail, and is read. @returns the id of the message */
  const comesBack = async (
    { id }: Pick<Gift, 'id'>,
    {
      from = '',
      to = email,
      fields = fails,
      envelope,
      destinations,
    }: {
      from?: string;
      to?: string;
      fields?: string;
      envelope?: string;
      destinations?: ReadonlyMap<string, BusyAddressee>;
    } = {},
  ) => {
    const { services } = product;
    const head = 'From: MAILER-DAEMON@mx.example.net\nSubject: Undelivered Mail';
    const type = 'Content-Type: multipart/report; report-type=delivery-status; boundary="B/mx"';
    // Without the words that only a mail system begins with.
    const body = dsn(`Final-Recipient: rfc822; ${to}\n${fields}`).replace(
      'This is the mail system',
      'Hello from',
    );
    const raw = `${head}\n${type}\n\n${body}`;
    const [message = ''] = await receiveMail(services, {
      raw: Readable.from([Buffer.from(raw.replaceAll('\n', '\r\n'))]),
      envelopeSender: from,
      envelopeRecipients: [envelope ?? (await envelopeOf(id))],
      ...(destinations ? { destinations } : {}),
      remoteAddress: null,
    });
    await processMessage(services, message);
    return message;
  };

  it('gives it back once, tells its giver, and keeps the address until they want it again', async () => {
    const gift = await given(3);
    await comesBack(gift);
    await comesBack(gift);
    expect(await statusOf(gift.id)).toMatchObject({ status: 'returned', returnedFor: 'undelivered' });
    expect([await maren.balance(), (await overview()).giftable]).toEqual([10, 5]);
    const mails = await client.mailsTo(maren.person.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Your stamps for Ilse Brandt came back']);
    expect(mails[0]?.text).toContain(
      `You gave Ilse Brandt 3 stamps, but our mail about them could not be delivered. There is no mailbox at ${email}.`,
    );
    const { entries } = (await maren.call('GET', '/api/ledger')).json();
    expect(entries[0]).toMatchObject({ delta: 3, detail: 'Our mail about it could not be delivered.' });
    expect((await giving(1)).json()).toMatchObject({ code: 'ADDRESS_BOUNCED' });
    const lift = await maren.call('POST', '/api/suppressions/lift', { email });
    expect(lift.statusCode).toBe(200);
    await given(1);
  });

  it.each([
    ['from a named sender', { from: 'postmaster@mx.example.net' }],
    ['of somebody else’s mail', { to: 'runa@example.org' }],
    ['of a delay', { fields: 'Action: delayed\nStatus: 4.4.1' }],
    ['after seven days', {}],
    ['of one that was claimed', {}],
  ])('changes nothing when the report is %s', async (what, more) => {
    const gift = await given(3);
    if (what.includes('days')) await ageGifts(8);
    if (what.includes('claimed')) await received(await signedUp(true));
    await comesBack(gift, more);
    expect((await statusOf(gift.id))?.status).toBe(what.includes('claimed') ? 'claimed' : 'waiting');
    expect([await maren.balance(), await client.mailsTo(maren.person.email)]).toEqual([7, []]);
    expect((await giving(1)).statusCode).toBe(200);
  });

  it('comes to an address that its giver cannot know, so a forged one pays for no mail to the next stranger', async () => {
    const gift = await given(1);
    const known = JSON.stringify([gift, await overview()]);
    expect(known).not.toContain(await bounceTokenOf(product, gift.id));
    const envelope = envelopeAddress(product.services.config, gift.id.replaceAll('-', ''));
    await expect(comesBack(gift, { envelope })).rejects.toThrow(UnknownRecipient);
    expect(await statusOf(gift.id)).toMatchObject({ status: 'waiting' });
  });

  it('gives it back when a mail server refuses it at once, and it may be given again', async () => {
    const gift = await given(3);
    await returnRefused(product.services, await bounceTokenOf(product, gift.id), {
      text: 'No such mailbox.',
    });
    expect(await statusOf(gift.id)).toMatchObject({ returnedFor: 'undelivered' });
    expect(await client.mailsTo(maren.person.email)).toHaveLength(1);
    expect((await giving(1)).statusCode).toBe(200);
  });

  it('is erased with its giver, and refused from then on', async () => {
    const { db } = product.services;
    const gift = await given(3);
    const id = await comesBack(gift, { fields: 'Action: delayed\nStatus: 4.4.1' });
    await db.transaction((tx) => eraseAccount(tx, product.services, maren.person.uid));
    expect(await db.$count(inboundMessages, eq(inboundMessages.id, id))).toBe(0);
    await expect(comesBack(gift)).rejects.toThrow(UnknownRecipient);
    // Looked up before the erasure.
    const destination: BusyAddressee = {
      conversationId: null,
      giftId: gift.id,
      side: 'recipient',
      receivedLastHour: 0,
    };
    const destinations = new Map([[await envelopeOf(gift.id), destination]]);
    await expect(comesBack(gift, { destinations })).rejects.toThrow(UnknownRecipient);
    expect(await db.$count(inboundMessages, eq(inboundMessages.giftId, gift.id))).toBe(0);
  });
});

const nextMonth = () => `${new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 11)}08:00`;
