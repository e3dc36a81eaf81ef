import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Letter } from '../../../shared/letters.ts';
import { LETTERS_SEALED_AT_MOST } from '../../../shared/limits.ts';
import { IdentityClient, PASSWORD, type Signed } from '../../../test/identity/identity-client.ts';
import { PROJECT, startGoogleStandIn } from '../../../test/stand-ins/google-stand-in.ts';
import { type SmtpSink, startSmtpSink } from '../../../test/stand-ins/smtp-sink.ts';
import { letterPayload, storedPhoto } from '../../../test/support/factories.ts';
import {
  entriesOf,
  type LetterWriter,
  letterRow,
  newLetterWriter,
  sendJobsOf,
} from '../../../test/support/letter-writer.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { replies } from '../../answers/schema.ts';
import { inboundMessages } from '../../mail/in/schema.ts';
import { block } from '../../people/recipients/blocks.ts';
import { suppress } from '../../people/recipients/suppressions.ts';
import { users } from '../../people/users/schema.ts';
import { deliverLetter } from '../deliver/deliver-letter.ts';
import { conversations, letters } from '../schema.ts';
import { returnExpired } from './return-expired.ts';
import { releaseOrDeleteSealed } from './sealed-letters.ts';

let sink: SmtpSink;
let product: TestProduct;
let client: IdentityClient;
let maren: LetterWriter;
const mailSettings = () => ({ SMTP_URL: sink.url, MAIL_FROM: 'letters@example.org' });
beforeAll(async () => {
  sink = await startSmtpSink();
  product = await startTestProduct({ env: mailSettings() });
  client = new IdentityClient(product);
});
afterAll(async () => {
  await product.close();
  await sink.close();
});
beforeEach(async () => {
  maren = await newLetterWriter(product, { displayName: 'Maren Oakes' });
});

/** The writer as the identity service names her. */
const signed = ({ person: { uid, email, idToken } }: LetterWriter): Signed => ({
  localId: uid,
  email,
  idToken,
  refreshToken: '',
});
const confirm = async (writer: LetterWriter) => {
  const { idToken } = writer.person;
  return client.call('update', { oobCode: await client.verificationCode(signed(writer)), idToken });
};
const stranger = () => `ilse-${randomUUID().slice(0, 8)}@example.org`;
const written = async (recipientEmail = stranger()): Promise<Letter> => {
  const photo = await storedPhoto(product, maren.person.uid);
  return (
    await maren.call('POST', '/api/letters', letterPayload([photo], { recipientEmail }))
  ).json<Letter>();
};
const send = ({ id }: Pick<Letter, 'id'>, key?: string) =>
  maren.call('POST', `/api/letters/${id}/send`, undefined, key);
const now = async ({ id }: Pick<Letter, 'id'>) =>
  (await maren.call('GET', `/api/letters/${id}`)).json<Letter>();
const jobsOf = (letter: Pick<Letter, 'id'>) => sendJobsOf(product, letter);
const age = ({ id }: Pick<Letter, 'id'>, days: number) =>
  product.services.db
    .update(letters)
    .set({ waitingSince: sql`now() - make_interval(days => ${days}) - interval '1 minute'` })
    .where(eq(letters.id, id));

describe('a letter of somebody whose address is not confirmed', () => {
  it('is sealed and charged once, however often it is sent, and no mail leaves', async () => {
    const letter = await written();
    const answers = await Promise.all([
      send(letter, 'one'),
      send(letter, 'one'),
      send(letter, 'two'),
      send(letter),
    ]);
    for (const answer of answers) {
      expect([answer.statusCode, answer.json<Letter>()]).toMatchObject([
        200,
        { id: letter.id, status: 'sealed', sentAt: null, canRetry: false, webPage: null },
      ]);
    }
    expect(await maren.balance()).toBe(4);
    expect(await entriesOf(product, letter)).toEqual(['letter']);
    expect(await jobsOf(letter)).toBe(0);
    await deliverLetter(product.services, letter.id);
    expect(sink.messages).toEqual([]);
    expect((await maren.call('GET', '/api/letters')).json()).toMatchObject([
      { id: letter.id, status: 'sealed' },
    ]);
  });

  it('is sealed to their own address too', async () => {
    expect((await maren.queued({ recipientEmail: maren.person.email })).status).toBe('sealed');
  });

  it(`is refused beyond ${LETTERS_SEALED_AT_MOST} that wait`, async () => {
    await product.services.db.update(users).set({ credits: 30 }).where(eq(users.id, maren.person.userId));
    for (let i = 0; i < LETTERS_SEALED_AT_MOST; i += 1) await maren.queued({ recipientEmail: stranger() });
    const refused = await send(await written());
    expect([refused.statusCode, refused.json().message]).toEqual([
      429,
      '20 of your letters are sealed already. Please confirm your e-mail address first, by the link we mailed you.',
    ]);
    expect(await maren.balance()).toBe(10);
  });

  it('leaves, once, when its link is opened in a browser signed in to that account', async () => {
    const [first, second] = [await maren.queued(), await maren.queued({ recipientEmail: stranger() })];
    expect((await confirm(maren)).statusCode).toBe(200);
    for (const letter of [first, second]) {
      expect(await now(letter)).toMatchObject({
        status: 'queued',
        statusReason: null,
        webPage: { open: true },
      });
      expect(await jobsOf(letter)).toBe(1);
      expect(await entriesOf(product, letter)).toEqual(['letter']);
    }
    await deliverLetter(product.services, first.id);
    expect(sink.messages).toHaveLength(1);
    expect(sink.messages[0]?.envelopeRecipients).toEqual(['ilse.brandt@example.org']);
    sink.messages.length = 0;
    expect((await maren.queued({ recipientEmail: stranger() })).status).toBe('queued');
  });

  it('leaves under the address that was confirmed, when it was changed', async () => {
    const letter = await maren.queued();
    const newEmail = stranger();
    const { idToken } = maren.person;
    await client.call('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail });
    const moved = await client.call('update', { oobCode: await client.mailedCode(newEmail), idToken });
    expect(moved.statusCode).toBe(200);
    expect(await now(letter)).toMatchObject({ status: 'queued', senderEmail: newEmail });
  });

  it.each(['in a browser that is known to the account', 'elsewhere'])(
    'is deleted and its credit returned when the address is proved first by a password reset %s',
    async (where) => {
      const letter = await maren.queued();
      const person = signed(maren);
      const { cookies } = await client.openSession(person.idToken);
      const known = cookies.find(({ name }) => name === 'known-browser')?.value;
      const headers = where === 'elsewhere' ? {} : { cookie: `known-browser=${known}` };
      const change = { oobCode: await client.resetCode(person), newPassword: PASSWORD };
      expect((await client.call('resetPassword', change, { headers })).statusCode).toBe(200);
      const { db } = product.services;
      expect(await client.isVerified(person)).toBe(true);
      expect(await db.select().from(letters).where(eq(letters.id, letter.id))).toEqual([]);
      expect(await db.$count(conversations, eq(conversations.id, letter.conversationId))).toBe(0);
      expect(await jobsOf(letter)).toBe(0);
      expect(await entriesOf(product, letter)).toEqual(['letter', 'letter-returned']);
      // Elsewhere, whoever proves the address begins with nothing.
      expect(await maren.balance()).toBe(where === 'elsewhere' ? 0 : 5);
    },
  );

  it('is not sealed for good, nor sent twice, when it is sent while the address is being confirmed', async () => {
    for (let round = 0; round < 4; round += 1) {
      maren = await newLetterWriter(product, { displayName: 'Maren Oakes' });
      const letter = await written();
      const oobCode = await client.verificationCode(signed(maren));
      const { idToken } = maren.person;
      const [sent] = await Promise.all([send(letter), client.call('update', { oobCode, idToken })]);
      if (sent.statusCode === 503) expect((await send(letter)).statusCode).toBe(200);
      expect(await now(letter)).toMatchObject({ status: 'queued' });
      expect(await jobsOf(letter)).toBe(1);
      expect(await entriesOf(product, letter)).toEqual(['letter']);
    }
  });

  it('is refused to a request that began before somebody else proved the address', async () => {
    const letter = await written();
    await product.services.db
      .update(users)
      .set({ emailVerified: true })
      .where(eq(users.id, maren.person.userId));
    const refused = await send(letter);
    expect([refused.statusCode, (await now(letter)).status]).toEqual([503, 'created']);
    expect(await maren.balance()).toBe(5);
  });
});

describe('a sealed letter that may not leave at its release', () => {
  it('goes back with the reason and its credit; the others leave, and one mail tells of all', async () => {
    const refusals = ['asked not to', 'came back', 'too many'].map(() => stranger());
    const [blocked = '', bounced = '', crowded = ''] = refusals;
    const sealed = new Map<string, Letter>();
    for (const recipientEmail of [...refusals, 'ilse.brandt@example.org'])
      sealed.set(recipientEmail, await maren.queued({ recipientEmail }));
    const { services } = product;
    const { userId, email } = maren.person;
    const recipientHash = services.addressHash(blocked);
    await block(
      services.db,
      { recipientHash, senderHashes: [services.addressHash(email)], userId },
      'sender',
    );
    await suppress(services.db, userId, bounced, { text: 'There is no such mailbox.' });
    const key = `new senders:${services.addressHash(crowded)}`;
    await services.db.execute(sql`
      insert into rate_counters (key, window_start, count)
      values (${key}, to_timestamp(floor(extract(epoch from now()) / 86400) * 86400), 1000)`);
    expect((await confirm(maren)).statusCode).toBe(200);
    for (const [recipientEmail, reason] of [
      [blocked, /asked not to get letters/],
      [bounced, /There is no such mailbox/],
      [crowded, /many letters today/],
    ] as const) {
      const letter = sealed.get(recipientEmail) ?? { id: 0 };
      expect(await now(letter)).toMatchObject({
        status: 'unsent',
        statusReason: expect.stringMatching(reason),
        canRetry: true,
        webPage: null,
      });
      expect(await entriesOf(product, letter)).toEqual(['letter', 'letter-returned']);
      expect(await jobsOf(letter)).toBe(0);
    }
    expect(await now(sealed.get('ilse.brandt@example.org') ?? { id: 0 })).toMatchObject({ status: 'queued' });
    expect(await maren.balance()).toBe(4);
    const notices = (await client.mailsTo(email)).filter(({ subject }) => subject.endsWith('did not arrive'));
    expect(notices).toHaveLength(1);
    for (const reason of [/asked not to get letters/, /There is no such mailbox/, /many letters today/])
      expect(notices[0]?.text).toMatch(reason);
  });
});

it('sealed letters: free credits that another account had with the same mailbox carry none', async () => {
  const mailbox = `plum-${randomUUID().slice(0, 8)}`;
  await newLetterWriter(product, { email: `${mailbox}@example.org`, verified: true });
  maren = await newLetterWriter(product, { email: `${mailbox}+two@example.org`, displayName: 'Maren Oakes' });
  const letter = await maren.queued();
  expect((await confirm(maren)).statusCode).toBe(200);
  expect(await now(letter)).toMatchObject({ status: 'unsent' });
  expect(await jobsOf(letter)).toBe(0);
  expect(await maren.balance()).toBe(0);
});

it('sealed letters: of accounts that prove one mailbox at once, only one has letters leave for free credits', async () => {
  const mailbox = `plum-${randomUUID().slice(0, 8)}`;
  const writers: LetterWriter[] = [];
  for (let n = 0; n < 4; n += 1) {
    const writer = await newLetterWriter(product, { email: `${mailbox}+${n}@example.org` });
    await writer.queued({ recipientEmail: stranger() });
    writers.push(writer);
  }
  const codes = await Promise.all(writers.map((writer) => client.verificationCode(signed(writer))));
  await Promise.all(
    writers.map(({ person: { idToken } }, n) => client.call('update', { oobCode: codes[n], idToken })),
  );
  const left = await Promise.all(
    writers.map(async (writer) => (await writer.call('GET', '/api/letters')).json<Letter[]>()[0]?.status),
  );
  expect(left.sort()).toEqual(['queued', 'unsent', 'unsent', 'unsent']);
});

describe('a letter that stayed sealed for 7 days', () => {
  it('goes back with its credit, once, and can be sent again', async () => {
    const [late, young] = [await maren.queued(), await maren.queued()];
    await age(late, 7);
    await age(young, 6);
    for (let i = 0; i < 2; i += 1) await returnExpired(product.services);
    expect(await now(young)).toMatchObject({ status: 'sealed' });
    expect(await now(late)).toMatchObject({
      status: 'unsent',
      statusReason: 'Your e-mail address was not confirmed within 7 days, so it did not leave.',
      canRetry: true,
    });
    expect(await maren.balance()).toBe(4);
    const again = await maren.call('POST', `/api/letters/${late.id}/retry`);
    expect([again.statusCode, again.json()]).toMatchObject([200, { status: 'sealed' }]);
    expect(await maren.balance()).toBe(3);
    await confirm(maren);
    expect(await now(late)).toMatchObject({ status: 'queued' });
    expect(await entriesOf(product, late)).toEqual(['letter', 'letter-returned', 'letter']);
  });
});

it('sealed letters: one that had left is not sealed when it is sent again', async () => {
  await confirm(maren);
  const letter = await maren.queued();
  const { db } = product.services;
  await db.update(letters).set({ status: 'failed' }).where(eq(letters.id, letter.id));
  await db.update(users).set({ emailVerified: false }).where(eq(users.id, maren.person.userId));
  const refused = await maren.call('POST', `/api/letters/${letter.id}/retry`);
  expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'ADDRESS_NOT_CONFIRMED' }]);
  expect((await letterRow(product, letter.id)).status).toBe('failed');
});

it.each(['reply', 'bounce'] as const)(
  'sealed letters: one that had left, which a %s answered, waits no more after a proof elsewhere, and is not deleted',
  async (answer) => {
    await confirm(maren);
    const [letter, fresh] = [await maren.queued(), await maren.queued()];
    const { db } = product.services;
    const { conversationId } = letter;
    const message = { conversationId, side: 'recipient', emailProvider: 'Email' } as const;
    const text = { fromEmail: '', subject: '', body: '', fullText: '', messageId: randomUUID() };
    const mail = { id: randomUUID(), envelopeSender: '', envelopeRecipient: '', storageKey: '', size: 0 };
    if (answer === 'reply')
      await db.insert(replies).values({ ...message, ...text, origin: 'page', relayStatus: 'none' });
    else await db.insert(inboundMessages).values({ ...message, ...mail });
    await deliverLetter(product.services, letter.id);
    await db.update(letters).set({ status: 'failed' }).where(eq(letters.id, letter.id));
    const arriveLocal = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 16);
    const arrival = { arriveLocal, arriveZone: 'UTC' };
    const again = await maren.call('POST', `/api/letters/${letter.id}/retry`, { arrival });
    expect(again.json()).toMatchObject({ status: 'scheduled' });
    await db.update(letters).set({ status: 'sealed' }).where(eq(letters.id, fresh.id));
    const { uid, email } = maren.person;
    const proof = { uid, email, how: 'elsewhere', first: true } as const;
    await db.transaction((tx) => releaseOrDeleteSealed(tx, product.services, proof));
    expect(await now(letter)).toMatchObject({ status: 'unsent', arrival: null, canRetry: true });
    expect(await entriesOf(product, letter)).toEqual(['letter', 'letter', 'letter-returned']);
    expect(await db.$count(letters, eq(letters.id, fresh.id))).toBe(0);
  },
);

it('sealed letters: with the local mailbox they leave as ever', async () => {
  const local = await startTestProduct();
  try {
    const writer = await newLetterWriter(local, { displayName: 'Maren Oakes' });
    expect((await writer.queued()).status).toBe('queued');
  } finally {
    await local.close();
  }
});

it('sealed letters: in Firebase mode they leave at the next synced token that says the address is verified', async () => {
  const google = await startGoogleStandIn();
  const firebase = await startTestProduct({
    env: { ...mailSettings(), FIREBASE_PROJECT_ID: PROJECT, FIREBASE_API_KEY: 'AIza-plum' },
    outside: google.outside,
  });
  try {
    const uid = 'firebase-uid-1';
    const browser = new IdentityClient(firebase);
    const sync = async (email_verified: boolean, cookie?: string) => {
      const token = await google.idToken({ sub: uid, user_id: uid, email_verified });
      const { cookies } = await browser.openSession(token, cookie ? { cookie } : {});
      return `${cookies[0]?.name}=${cookies[0]?.value}`;
    };
    const cookie = await sync(false);
    const post = async (url: string, payload: object = {}) =>
      (
        await firebase.app.inject({ method: 'POST', url, headers: { ...firebase.origin, cookie }, payload })
      ).json();
    await post('/api/users', { firebaseUid: uid });
    await post('/api/redeem-coupon', { code: 'WELCOME5' });
    const { id } = await post('/api/letters', letterPayload([await storedPhoto(firebase, uid)]));
    expect(await post(`/api/letters/${id}/send`)).toMatchObject({ status: 'sealed' });
    await sync(true, cookie);
    expect((await letterRow(firebase, id)).status).toBe('queued');
  } finally {
    await firebase.close();
    await google.close();
  }
});

it('sealed letters: one of a far day that is to leave now waits for the confirmation from then on', async () => {
  const letter = await written();
  const arriveLocal = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 16);
  await maren.call('POST', `/api/letters/${letter.id}/send`, { arrival: { arriveLocal, arriveZone: 'UTC' } });
  await age(letter, 20);
  await maren.call('PUT', `/api/letters/${letter.id}/arrival`, { arrival: null });
  await returnExpired(product.services);
  expect((await now(letter)).status).toBe('sealed');
});
