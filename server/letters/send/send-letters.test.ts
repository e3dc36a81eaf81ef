import { randomUUID } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Draft } from '../../../shared/drafts.ts';
import type { ApiError } from '../../../shared/errors.ts';
import type { Letter } from '../../../shared/letters.ts';
import { localTimeOf } from '../../../shared/zoned-time.ts';
import { type SmtpSink, smtpReply, startSmtpSink } from '../../../test/stand-ins/smtp-sink.ts';
import { storedPhoto } from '../../../test/support/factories.ts';
import { type LetterWriter, newLetterWriter } from '../../../test/support/letter-writer.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { idempotencyKeys } from '../../core/schema.ts';
import { writeEntry } from '../../money/credits/ledger.ts';
import { ledgerEntries } from '../../money/credits/schema.ts';
import { block } from '../../people/recipients/blocks.ts';
import { suppress } from '../../people/recipients/suppressions.ts';
import { deliverLetter } from '../deliver/deliver-letter.ts';
import { pauseSender } from '../report/pause-sender.ts';
import { sendBatch } from './send-letters.ts';

let sink: SmtpSink;
let product: TestProduct;
let maren: LetterWriter;
let photo: string;
/** the address that the mail server does not know */
let unknown = '';
beforeAll(async () => {
  sink = await startSmtpSink({
    onRcptTo: ({ address }, _session, callback) =>
      callback(address === unknown ? smtpReply(550, '5.1.1 no such user') : null),
  });
  product = await startTestProduct({ env: { SMTP_URL: sink.url, MAIL_FROM: 'letters@example.org' } });
});
afterAll(async () => {
  await product.close();
  await sink.close();
});
beforeEach(async () => {
  maren = await newLetterWriter(product);
  photo = await storedPhoto(product, maren.person.uid);
});

interface Batch {
  batchId: string;
  letters: Letter[];
}
type Refusal = ApiError & { fields: Record<string, string> };

const people = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    name: `Name${n}x ${randomUUID().slice(0, 6)}`,
    email: `${n}.${randomUUID().slice(0, 8)}@example.org`,
  }));
const body = (recipients: { name: string; email: string }[], more: object = {}) => ({
  recipients,
  emailMessage: 'Dear {{recipientName}},\n\nThe plum tree has flowered.',
  template: 'vintage',
  photoUrls: [photo],
  ...more,
});
const send = (payload: object, key: string = randomUUID(), writer = maren) =>
  writer.call('POST', '/api/letter-batches', payload, key);
const grant = (credits: number, { person: { userId } } = maren) =>
  product.services.db.transaction((tx) =>
    writeEntry(tx, { userId, delta: credits, kind: 'grant', reference: randomUUID() }),
  );
const entries = async ({ person: { userId } } = maren) =>
  (await product.services.db.select().from(ledgerEntries).where(eq(ledgerEntries.userId, userId))).filter(
    ({ kind }) => kind.startsWith('letter'),
  );

it('batches: one time zone for everybody is not remembered of each, of a single person it is', async () => {
  const { uid } = maren.person;
  const zonesOf = async (recipients: { name: string; email: string }[], day: object) => {
    for (const { name, email } of recipients)
      await maren.call('POST', '/api/recipients', { name, email, timeZone: 'America/New_York' });
    expect((await send(body(recipients, day))).statusCode).toBe(200);
    const rows = await product.services.db.execute<{ zone: string }>(
      sql`select time_zone as zone from recipients where owner_uid = ${uid}
        and ${inArray(
          sql`email`,
          recipients.map(({ email }) => email),
        )}`,
    );
    return [...new Set(rows.rows.map(({ zone }) => zone))];
  };
  const day = { arriveLocal: `${new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)}T08:00` };
  const paris = { ...day, arriveZone: 'Europe/Paris' };
  expect(await zonesOf(people(2), paris)).toEqual(['America/New_York']);
  expect(await zonesOf(people(1), paris)).toEqual(['Europe/Paris']);
});

it('batches: each of twenty people gets a letter, a mail and a conversation of their own, which name nobody else', async () => {
  await grant(15);
  const photoUrls = await Promise.all([1, 2, 3].map(() => storedPhoto(product, maren.person.uid)));
  const recipients = people(20);
  unknown = recipients[7]?.email ?? '';
  const answer = await send(body(recipients, { photoUrls }));
  expect(answer.statusCode, answer.body).toBe(200);
  const { batchId, letters } = answer.json<Batch>();
  expect(letters.map(({ recipientName, recipientEmail }) => [recipientName, recipientEmail])).toEqual(
    recipients.map(({ name, email }) => [name, email]),
  );
  expect(letters.every(({ status, photos }) => status === 'queued' && photos.length === 3)).toBe(true);
  expect(letters.every(({ batch }) => batch?.id === batchId && batch.size === 20)).toBe(true);
  expect(new Set(letters.map(({ conversationId }) => conversationId)).size).toBe(20);
  expect(await maren.balance()).toBe(0);
  expect((await entries()).map(({ reference }) => reference).sort()).toEqual(
    letters.map(({ id }) => String(id)).sort(),
  );

  for (const { id } of letters) await deliverLetter(product.services, id);
  const mails = sink.messages.filter(({ raw }) => raw.includes('The plum tree has flowered'));
  expect(mails.map(({ envelopeRecipients: [to] }) => to).sort()).toEqual(
    recipients
      .map(({ email }) => email)
      .filter((email) => email !== unknown)
      .sort(),
  );
  for (const { raw, envelopeRecipients } of mails) {
    const { html, text } = await simpleParser(Buffer.from(raw, 'latin1'), { skipImageLinks: true });
    const all = `${raw}\n${html}\n${text}`;
    for (const { name, email } of recipients)
      expect(all.includes(email) || all.includes(name)).toBe(envelopeRecipients[0] === email);
  }
  // What fails afterwards fails alone.
  const later = await maren.call('GET', `/api/letters?batch=${batchId}`);
  expect(later.json<Letter[]>().map(({ status }) => status)).toEqual(
    recipients.map(({ email }) => (email === unknown ? 'failed' : 'sent')),
  );
  expect((await entries()).filter(({ kind }) => kind === 'letter-returned')).toHaveLength(1);
  const notices = await product.services.db.execute<{ to: string }>(
    sql`select data->>'to' as to from jobs.job where name = 'send-mail' and data::text like '%did not arrive%' and data::text like ${`%${maren.person.email}%`}`,
  );
  expect(notices.rows).toHaveLength(1);
});

it('batches: addresses that are refused are named at once, and nothing is sent or charged', async () => {
  const { db, addressHash } = product.services;
  const recipients = people(5);
  const [, blocked = '', , bounced = ''] = recipients.map(({ email }) => email);
  await block(
    db,
    { recipientHash: addressHash(blocked), senderHashes: [addressHash(maren.person.email)], userId: null },
    'sender',
  );
  await suppress(db, maren.person.userId, bounced, { text: 'It is unknown.' });
  const answer = await send(body(recipients));
  expect(answer.statusCode).toBe(409);
  const { code, refused, fields } = answer.json<Refusal>();
  expect([code, refused?.map((one) => [one.email, one.code])]).toEqual([
    'ADDRESSES_REFUSED',
    [
      [blocked, 'RECIPIENT_BLOCKED'],
      [bounced, 'ADDRESS_BOUNCED'],
    ],
  ]);
  expect(Object.keys(fields)).toEqual(['recipients.1.email', 'recipients.3.email']);
  expect([await maren.balance(), await entries()]).toEqual([5, []]);
  expect((await maren.call('GET', '/api/letters')).json()).toEqual([]);
});

it('batches: too few credits charge nobody, and say how many it takes', async () => {
  const answer = await send(body(people(6)));
  expect([answer.statusCode, answer.json()]).toMatchObject([
    402,
    { code: 'INSUFFICIENT_CREDITS', needed: 6, balance: 5 },
  ]);
  expect([await maren.balance(), await entries()]).toEqual([5, []]);
});

it('batches: refuses nobody, the same address twice, more than twenty people, half a time, and photos of others', async () => {
  const twice = people(2).map((one, n) => ({ ...one, email: n ? 'Ilse@example.org' : 'ilse@example.org' }));
  const refused = await send(body(twice));
  expect([refused.statusCode, refused.json<Refusal>().fields]).toEqual([
    400,
    { 'recipients.1.email': 'Ilse@example.org is in the letter twice' },
  ]);
  for (const payload of [body([]), body(people(21)), body(people(2), { arriveZone: 'UTC' })])
    expect((await send(payload)).statusCode).toBe(400);
  const other = await newLetterWriter(product);
  expect((await send(body(people(2)), randomUUID(), other)).statusCode).toBe(404);
  expect(await other.balance()).toBe(5);
});

it('batches: sent twice, from two tabs or after a lost answer, it leaves and is charged once', async () => {
  const draft = randomUUID();
  const recipients = people(2);
  const payload = body(recipients, { draft });
  const [first, again, otherTab] = await Promise.all([
    send(payload, 'one key'),
    send(payload, 'one key'),
    send(payload, 'another key'),
  ]);
  const answers = [first, again, otherTab];
  const done = answers.filter(({ statusCode }) => statusCode === 200);
  for (const { statusCode, json } of answers)
    if (statusCode !== 200) expect(json()).toMatchObject({ code: 'LETTER_LEFT' });
  expect(done.length).toBeGreaterThan(0);
  expect(new Set(done.map(({ body: text }) => text)).size).toBe(1);
  expect(await maren.balance()).toBe(3);
  // The answer is not kept but made anew.
  const [kept] = await product.services.db
    .select()
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.uid, maren.person.uid))
    .then((rows) => rows.filter(({ answer }) => JSON.stringify(answer).includes('batchId')));
  expect(JSON.stringify(kept?.answer).length).toBeLessThan(100);
  const left = (await maren.call('GET', `/api/letters?draft=${draft}`)).json<Letter[]>();
  expect(left.map(({ recipientEmail }) => recipientEmail).sort()).toEqual(
    recipients.map(({ email }) => email).sort(),
  );
  // Nor does one letter of the draft leave any more.
  const one = { recipientName: 'Ilse', recipientEmail: 'ilse@example.org' };
  const { recipients: _, ...content } = payload;
  expect((await maren.call('POST', '/api/letters', { ...content, ...one })).json()).toMatchObject({
    code: 'LETTER_LEFT',
  });
});

it('batches: wait as one letter does: scheduled, held, or sealed until the sender’s address is confirmed', async () => {
  const statuses = async (answer: Promise<{ json<T>(): T }>) => {
    const { letters } = (await answer).json<Batch>();
    return letters.map(({ status, arrival }) => (arrival ? `${status} for ${arrival.zone}` : status));
  };
  const arrival = { arriveLocal: localTimeOf(new Date(Date.now() + 3_600_000), 'UTC'), arriveZone: 'UTC' };
  const draft = randomUUID();
  const payload = body(people(2), { ...arrival, draft });
  expect(await statuses(send(payload))).toEqual(['scheduled for UTC', 'scheduled for UTC']);
  // One of them goes back to the desk; an old tab sends the draft to the other no second time.
  const first = (await maren.call('GET', `/api/letters?draft=${draft}`)).json<Letter[]>().at(-1)?.id;
  await maren.call('DELETE', `/api/letters/${first}/arrival`);
  expect((await maren.call('POST', `/api/letters/${first}/desk`)).statusCode).toBe(200);
  expect((await send(payload)).json()).toMatchObject({ code: 'LETTER_LEFT' });
  await product.services.db.transaction((tx) =>
    pauseSender(tx, product.services, maren.person.userId, 'operator'),
  );
  expect(await statuses(send(body(people(2))))).toEqual(['held', 'held']);
  const unproved = await newLetterWriter(product, { displayName: 'Runa' });
  photo = await storedPhoto(product, unproved.person.uid);
  expect(await statuses(send(body(people(2)), randomUUID(), unproved))).toEqual(['sealed', 'sealed']);
  await grant(40, unproved);
  const tooMany = await send(body(people(19)), randomUUID(), unproved);
  expect([tooMany.statusCode, tooMany.json<ApiError>().message]).toEqual([
    429,
    '20 of your letters can be sealed at once, and 2 are. Please confirm your e-mail address first, by the link we mailed you.',
  ]);
});

it('batches: taken back, they lie on the desk as one letter to everybody', async () => {
  const recipients = people(3);
  const arrival = { arriveLocal: localTimeOf(new Date(Date.now() + 3_600_000), 'UTC'), arriveZone: 'UTC' };
  const sent = (await send(body(recipients, arrival))).json<Batch>().letters.map(({ id }) => id);
  const [waiting, ...back] = sent;
  for (const id of back) await maren.call('DELETE', `/api/letters/${id}/arrival`);
  expect((await maren.call('POST', `/api/letters/${back[0]}/desk`)).statusCode).toBe(200);
  const { draft } = (await maren.call('GET', '/api/draft')).json<{ draft: Draft }>();
  const to = [draft.content.recipient, ...draft.content.others].map(({ email }) => email);
  expect(to.sort()).toEqual(recipients.slice(1).map(({ email }) => email));
  const found = await Promise.all(sent.map((id) => maren.call('GET', `/api/letters/${id}`)));
  expect(found.map(({ statusCode }) => statusCode)).toEqual([200, 404, 404]);
  expect(found[0]?.json<Letter>()).toMatchObject({ id: waiting, status: 'scheduled' });
});

it('batches: of a draft whose first two were taken back and whose third waits, nothing is sent again', async () => {
  const arrival = { arriveLocal: localTimeOf(new Date(Date.now() + 3_600_000), 'UTC'), arriveZone: 'UTC' };
  const payload = body(people(3), { ...arrival, draft: randomUUID() });
  const ids = (await send(payload)).json<Batch>().letters.map(({ id }) => id);
  const [first = 0, second = 0] = ids.sort((a, b) => a - b);
  for (const id of [first, second]) await maren.call('DELETE', `/api/letters/${id}/arrival`);
  expect((await maren.call('POST', `/api/letters/${first}/desk`)).statusCode).toBe(200);
  const balance = await maren.balance();
  expect((await send(payload)).json()).toMatchObject({ code: 'LETTER_LEFT' });
  expect(await maren.balance()).toBe(balance);
});

it('batches: two in opposite order at the same time do not wait for each other for ever', async () => {
  class Undone extends Error {}
  const other = await newLetterWriter(product);
  const photos = new Map([
    [maren, photo],
    [other, await storedPhoto(product, other.person.uid)],
  ]);
  const recipients = people(3);
  const { rows } = await product.services.db.execute<{ uid: string; session_id: string }>(
    sql`select uid, id as session_id from sessions where ${inArray(sql`uid`, [maren.person.uid, other.person.uid])}`,
  );
  const attempt = (writer: LetterWriter, to: typeof recipients) =>
    product.services.db.transaction(async (tx) => {
      const { uid, email } = writer.person;
      const sessionId = rows.find((row) => row.uid === uid)?.session_id ?? '';
      const person = { sessionId, uid, email, emailVerified: true, displayName: null };
      const payload = { ...body(to), template: 'vintage' as const, photoUrls: [photos.get(writer) ?? ''] };
      await sendBatch(tx, product.services, { person, ip: '127.0.0.1' }, payload);
      throw new Undone();
    });
  for (let round = 0; round < 20; round++) {
    const outcomes = await Promise.allSettled([
      attempt(maren, recipients),
      attempt(other, recipients.toReversed()),
    ]);
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(Undone) });
  }
});
