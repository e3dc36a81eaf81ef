import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OCCASIONS_IN_ALL, type Occasion, type ReminderSettings } from '../../../shared/occasions.ts';
import type { Recipient } from '../../../shared/recipients.ts';
import { IdentityClient } from '../../../test/identity/identity-client.ts';
import { type LetterWriter, newLetterWriter } from '../../../test/support/letter-writer.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { waitsForLock } from '../../../test/support/waits-for-lock.ts';
import type { Transaction } from '../../core/db/database.ts';
import { count, limit } from '../../core/rate-limit.ts';
import { wordsFor } from '../../core/words.ts';
import { letters } from '../../letters/schema.ts';
import { EXPORTED_AT_ONCE } from '../identity/personal-data.ts';
import { accounts } from '../identity/schema.ts';
import { suppress } from '../recipients/suppressions.ts';
import { users } from '../users/schema.ts';
import { calendarOf } from './calendar.ts';
import { changeOccasion } from './data.ts';
import { sendReminders } from './send-reminders.ts';

let product: TestProduct;
let client: IdentityClient;
let maren: LetterWriter;
let ilse: Recipient;
beforeAll(async () => {
  product = await startTestProduct();
  client = new IdentityClient(product);
});
afterAll(() => product.close());
beforeEach(async () => {
  maren = await newLetterWriter(product);
  await livesIn('America/New_York');
  ilse = (
    await maren.call('POST', '/api/recipients', { name: 'Ilse Brandt', email: 'ilse@example.org' })
  ).json();
});

const livesIn = (timeZone: string) =>
  product.services.db.update(users).set({ timeZone }).where(eq(users.id, maren.person.userId));
const BIRTHDAY = { kind: 'birthday', month: 12, day: 4, year: 1946, remindDays: 7 };
const remember = (more: object = {}) =>
  maren.call('POST', '/api/occasions', { ...BIRTHDAY, recipientId: ilse.id, ...more });
const remindAt = (at: string) => sendReminders(product.services, new Date(at));
const mails = () => client.mailsTo(maren.person.email);

describe('days to remember', () => {
  it('are kept, changed and deleted by their owner, and go with the entry of the address book', async () => {
    const birthday = (await remember()).json<Occasion>();
    expect((await remember()).json()).toMatchObject({ code: 'HAS_BIRTHDAY' });
    expect(
      (await remember({ kind: 'day', label: ' Name  day ', month: 2, day: 29, year: null })).json(),
    ).toMatchObject({
      label: 'Name day',
    });
    const changed = await maren.call('PUT', `/api/occasions/${birthday.id}`, { ...BIRTHDAY, day: 5 });
    expect(changed.json()).toEqual({ ...birthday, day: 5 });
    expect((await maren.call('GET', '/api/occasions')).json<Occasion[]>().map(({ day }) => day)).toEqual([
      29, 5,
    ]);
    expect((await maren.call('DELETE', `/api/occasions/${birthday.id}`)).statusCode).toBe(204);
    await maren.call('DELETE', `/api/recipients/${ilse.id}`);
    expect((await maren.call('GET', '/api/occasions')).json()).toEqual([]);
  });

  // Through one process, calls of one person come one after the other.
  it('of two that become a birthday at once in two processes, the second is refused', async () => {
    const days = [];
    for (const label of ['One', 'Two']) days.push((await remember({ kind: 'day', label })).json<Occasion>());
    const { db } = product.services;
    const change = (tx: Transaction, id: number) =>
      changeOccasion(tx, maren.person.uid, id, { ...BIRTHDAY, kind: 'birthday', label: '' });
    const [one, two] = [
      await remember({ kind: 'day', label: 'One' }),
      await remember({ kind: 'day', label: 'Two' }),
    ];
    const second = await db.transaction(async (tx) => {
      await change(tx, one.json<Occasion>().id);
      const asked = db
        .transaction((other) => change(other, two.json<Occasion>().id))
        .catch((error: unknown) => error);
      await waitsForLock(db, 1);
      return { asked };
    });
    expect(await second.asked).toMatchObject({ code: 'HAS_BIRTHDAY' });
  });

  it.each([
    { month: 2, day: 30 },
    { month: 2, day: 29, year: 2001 },
    { month: 13 },
    { kind: 'day', label: ' ' },
    { remindDays: 61 },
  ])('are refused: %o', async (wrong) => {
    expect((await remember(wrong)).statusCode).toBe(400);
  });
});

describe('the mail about a day', () => {
  it('leaves once, seven days before, at eight in the morning where its reader lives', async () => {
    await remember();
    for (const early of ['2026-11-26T14:00:00Z', '2026-11-27T12:59:00Z']) await remindAt(early);
    expect(await mails()).toEqual([]);
    await Promise.all([remindAt('2026-11-27T13:00:00Z'), remindAt('2026-11-27T13:00:00Z')]);
    await remindAt('2026-11-28T13:00:00Z');
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Ilse Brandt’s birthday is in 7 days');
    expect(mail?.text).toContain('Ilse Brandt turns 80 on Friday 4 December, in 7 days.');
    expect(mail?.text).toContain(`/?to=${ilse.id}&arrive=2026-12-04`);
    // It comes again with the next one.
    await remindAt('2027-11-28T13:00:00Z');
    expect(await mails()).toHaveLength(2);
  });

  it('comes once more for a day that was corrected, and not for other changes', async () => {
    const { id } = (await remember()).json<Occasion>();
    await remindAt('2026-11-27T13:00:00Z');
    await maren.call('PUT', `/api/occasions/${id}`, { ...BIRTHDAY, year: 1947 });
    await remindAt('2026-11-28T13:00:00Z');
    expect(await mails()).toHaveLength(1);
    await maren.call('PUT', `/api/occasions/${id}`, { ...BIRTHDAY, day: 5 });
    await remindAt('2026-11-29T13:00:00Z');
    expect((await mails()).map(({ subject }) => subject).sort()).toEqual([
      'Ilse Brandt’s birthday is in 6 days',
      'Ilse Brandt’s birthday is in 7 days',
    ]);
  });

  it('names twenty days and counts the others, of a thousand that a person keeps at most', async () => {
    await product.services.db.execute(sql`
      insert into occasions (owner_uid, recipient_id, kind, label, month, day)
      select ${maren.person.uid}, ${ilse.id}, 'day', 'Walk', 12, 4 from generate_series(1, 1000)`);
    const mum = await maren.call('POST', '/api/recipients', { name: 'Mum', email: 'mum@example.org' });
    expect((await remember({ recipientId: mum.json<Recipient>().id })).json()).toMatchObject({
      code: 'TOO_MANY_DAYS',
    });
    await remindAt('2026-11-27T13:00:00Z');
    const [mail] = await mails();
    expect(mail?.text?.match(/Walk \(Ilse Brandt\) is on/g)).toHaveLength(20);
    expect(mail?.text).toContain('And 980 more days are near');
  });

  it('reaches people after a thousand others of their zone, whose days are not due', async () => {
    const { db } = product.services;
    await db.execute(sql`
      with u as (insert into users (account_uid, email, email_verified, time_zone)
        select '0000000000-' || n, n || '@example.org', true, 'Asia/Tokyo' from generate_series(1, 1000) n returning account_uid),
      r as (insert into recipients (owner_uid, name, email)
        select account_uid, 'Ilse', 'ilse@example.org' from u returning id, owner_uid)
      insert into occasions (owner_uid, recipient_id, kind, month, day, remind_days)
      select owner_uid, id, 'birthday', 12, 24, 0 from r`);
    await livesIn('Asia/Tokyo');
    await remember();
    await remindAt('2026-11-26T23:00:00Z');
    expect(await mails()).toHaveLength(1);
  });

  it('names all days at once, also those that a machine which was off has missed', async () => {
    await remember();
    await remember({ kind: 'day', label: 'Wedding', month: 12, day: 1, year: null, remindDays: 3 });
    await remindAt('2026-11-30T13:00:00Z');
    const [mail, ...more] = await mails();
    expect([mail?.subject, more]).toEqual(['Wedding (Ilse Brandt) is tomorrow', []]);
    expect(mail?.text).toContain('in 4 days');
  });

  it('is of the 28th for a 29 February, and does not come for a day without a mail', async () => {
    await remember({ month: 2, day: 29, year: 1948, remindDays: 1 });
    await remember({ kind: 'day', label: 'Wedding', month: 2, day: 28, year: null, remindDays: null });
    await remindAt('2027-02-27T13:00:00Z');
    const [mail] = await mails();
    expect(mail?.text).toContain('turns 79 on Sunday 28 February, tomorrow');
    expect(mail?.text).not.toContain('Wedding');
  });

  it('goes to confirmed addresses alone, and ends by one click', async () => {
    await remember();
    await product.services.db
      .update(users)
      .set({ emailVerified: false })
      .where(eq(users.id, maren.person.userId));
    await remindAt('2026-11-27T13:00:00Z');
    expect(await mails()).toEqual([]);
    await product.services.db
      .update(users)
      .set({ emailVerified: true })
      .where(eq(users.id, maren.person.userId));
    await remindAt('2026-11-27T13:15:00Z');
    const [mail] = await mails();
    const link = /\/reminders\/\w+/.exec(mail?.text ?? '')?.[0] ?? '';
    expect((await product.app.inject({ url: link })).body).toContain('No more of these mails');
    await product.app.inject({
      method: 'POST',
      url: link,
      payload: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    await remember({ kind: 'day', label: 'Wedding', month: 12, day: 5, year: null });
    await remindAt('2026-11-28T13:00:00Z');
    expect(await mails()).toHaveLength(1);
    expect((await maren.call('GET', '/api/reminder-settings')).json()).toMatchObject({
      days: false,
      silence: false,
    });
    await product.app.inject({ method: 'POST', url: `${link}/undo` });
    await remindAt('2026-11-29T13:00:00Z');
    expect(await mails()).toHaveLength(2);
  });

  it('comes although mail of somebody else to its reader came back', async () => {
    await remember();
    const other = await newLetterWriter(product);
    await suppress(product.services.db, other.person.userId, maren.person.email, { text: 'It is full.' });
    await remindAt('2026-11-27T13:00:00Z');
    expect(await mails()).toHaveLength(1);
  });

  it('says that nothing was written for six weeks, once a month, to those who asked', async () => {
    const letter = await maren.queued({ recipientEmail: ilse.email });
    const written = new Date('2026-10-01T12:00:00Z');
    await product.services.db.update(letters).set({ createdAt: written }).where(eq(letters.id, letter.id));
    await remindAt('2026-11-20T13:00:00Z');
    expect(await mails()).toEqual([]);
    await maren.call('PUT', '/api/reminder-settings', { days: true, silence: true });
    for (const day of ['2026-11-11', '2026-11-20', '2026-11-21', '2026-12-01', '2026-12-21'])
      await remindAt(`${day}T13:00:00Z`);
    expect((await mails()).map(({ text }) => /It has been [^.]+\./.exec(text ?? '')?.[0]).sort()).toEqual([
      'It has been 11 weeks since you wrote to Ilse Brandt.',
      'It has been 7 weeks since you wrote to Ilse Brandt.',
    ]);
  });
});

it('calendar: all days by a secret address, which may be renewed and closed', async () => {
  await remember({ month: 2, day: 29, year: null });
  await remember({
    kind: 'day',
    label: 'Plums; jam, and a very long walk by the sea with everybody – ❀❀❀',
    month: 8,
    day: 3,
    year: 1999,
  });
  const renew = async (method: 'POST' | 'DELETE') =>
    (await maren.call(method, '/api/reminder-settings/feed')).json<ReminderSettings>().feedUrl;
  const first = new URL((await renew('POST')) ?? '').pathname;
  const feed = await product.app.inject({ url: first });
  expect(feed.headers['content-type']).toContain('text/calendar');
  const lines = feed.body.split('\r\n');
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const text = feed.body.replaceAll('\r\n ', '');
  expect(text).toContain('DTSTART;VALUE=DATE:20000229\r\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1');
  expect(text).toContain('DTSTART;VALUE=DATE:19990803\r\nRRULE:FREQ=YEARLY\r\n');
  expect(text).toContain(
    'SUMMARY:Plums\\; jam\\, and a very long walk by the sea with everybody – ❀❀❀ (Ilse Brandt)',
  );
  const second = new URL((await renew('POST')) ?? '').pathname;
  expect((await product.app.inject({ url: first })).statusCode).toBe(404);
  expect((await product.app.inject({ url: second })).statusCode).toBe(200);
  const setDisabled = (disabled: boolean) =>
    product.services.db.update(accounts).set({ disabled }).where(eq(accounts.uid, maren.person.uid));
  await setDisabled(true);
  expect((await product.app.inject({ url: second })).statusCode).toBe(404);
  await setDisabled(false);
  await count(product.services.db, limit('calendar', maren.person.uid), 60);
  const refused = await product.app.inject({ url: second });
  expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
  expect(refused.body).toContain('tried that many times');
  expect(await renew('DELETE')).toBeNull();
  expect((await product.app.inject({ url: second })).statusCode).toBe(404);
});

it('calendar: as many days as are kept are written in parts, each day once', async () => {
  const { db } = product.services;
  await db.execute(sql`
    insert into occasions (owner_uid, recipient_id, kind, label, month, day)
    select ${maren.person.uid}, ${ilse.id}, 'day', repeat('字', 80), 3, 1
    from generate_series(1, ${OCCASIONS_IN_ALL})`);
  const parts: string[] = [];
  for await (const part of calendarOf(product.services, maren.person.uid, wordsFor('en'))) parts.push(part);
  const days = (text: string) => text.match(/^UID:.*/gm) ?? [];
  expect(Math.max(...parts.map((part) => days(part).length))).toBe(EXPORTED_AT_ONCE);
  const { feedUrl } = (await maren.call('POST', '/api/reminder-settings/feed')).json<ReminderSettings>();
  const feed = await product.app.inject({ url: new URL(feedUrl ?? '').pathname });
  expect(feed.body).toBe(parts.join(''));
  expect(new Set(days(feed.body)).size).toBe(OCCASIONS_IN_ALL);
});
