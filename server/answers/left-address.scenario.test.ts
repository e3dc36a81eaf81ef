import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EXPORT_PATH } from '../../shared/account-data.ts';
import type { ConversationSummary, Correspondent, Thread } from '../../shared/conversations.ts';
import type { Letter } from '../../shared/letters.ts';
import { IdentityClient } from '../../test/identity/identity-client.ts';
import { readAll, relayAll, relayedMail, repliesOf } from '../../test/mail/replies.ts';
import { deliverBySmtp, answer as mailed } from '../../test/mail/reply-message.ts';
import { type GoogleStandIn, PROJECT, startGoogleStandIn } from '../../test/stand-ins/google-stand-in.ts';
import { letterPayload, storedPhoto } from '../../test/support/factories.ts';
import {
  type LetterWriter,
  letterRow,
  mailedPath,
  newLetterWriter,
} from '../../test/support/letter-writer.ts';
import { linksMailedTo, mailAskedLinks } from '../../test/support/letters-link.ts';
import { signedIn } from '../../test/support/sign-in.ts';
import { startTestProduct, type TestProduct } from '../../test/support/test-product.ts';
import { unzip } from '../../test/support/unzip.ts';
import type { Announcement } from '../core/events/event-feed.ts';
import { conversations, letterReports, letters } from '../letters/schema.ts';
import { replyAddress } from '../mail/out/addresses.ts';
import { eraseAccount } from '../pages/account/erase-account.ts';
import { beginSignIn, storeRefreshToken } from '../people/identity/tokens/tokens.ts';
import { isBlocked } from '../people/recipients/blocks.ts';
import { users } from '../people/users/schema.ts';
import { muteUrl } from './mute.ts';

let product: TestProduct;
let identity: IdentityClient;
let maren: LetterWriter;
beforeAll(async () => {
  product = await startTestProduct({ receiver: true });
  identity = new IdentityClient(product);
});
afterAll(() => product.close());
beforeEach(async () => {
  maren = await newLetterWriter(product);
});

const freshAddress = (name: string) => `${name}-${randomUUID()}@example.org`;

const holder = (email: string) =>
  newLetterWriter(product, { email, displayName: 'Ilse Brandt', verified: true });

/** Changes the address as the page does: a link is mailed to the new one and opened in the signed-in browser. */
async function move({ person }: LetterWriter, newEmail: string): Promise<void> {
  const { uid, cookie } = person;
  const refreshToken = await product.services.db.transaction((tx) =>
    storeRefreshToken(tx, beginSignIn(uid, 'password', new Date())),
  );
  const { id_token: idToken } = (await identity.exchange(refreshToken)).json();
  await identity.call('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail });
  const oobCode = await identity.mailedCode(newEmail);
  const changed = await identity.call('update', { oobCode }, { headers: { cookie } });
  if (changed.statusCode !== 200) throw new Error(changed.body);
}

async function sentTo(recipientEmail: string): Promise<Letter> {
  const letter = await maren.queued({ recipientEmail });
  await product.services.db.update(letters).set({ status: 'sent' }).where(eq(letters.id, letter.id));
  return letter;
}

const fileOf = (photo: string | undefined) => `/api/photo/${photo?.replace('/uploads/', '')}`;

/** What somebody sees of a letter of Maren's, read by read. */
async function shown({ call }: LetterWriter, { id, conversationId, photoUrls }: Letter) {
  const json = async <T>(url: string) => (await call('GET', url)).json<T>();
  const found = async (url: string) => (await call('GET', url)).statusCode === 200;
  const from = encodeURIComponent(maren.person.email);
  const has = (rows: { conversationId: string }[] | undefined) =>
    rows?.some((row) => row.conversationId === conversationId) ?? false;
  const archive = unzip((await call('GET', EXPORT_PATH)).rawPayload);
  await product.services.db.execute(sql`delete from rate_counters`);
  const exported = [...archive].find(([name]) => name.endsWith('/conversations.json'))?.[1].toString() ?? '';
  const photo = photoUrls[0]?.replace('/uploads/', '') ?? '';
  return {
    listed: (await json<ConversationSummary[]>('/api/conversations')).some(
      (row) => row.id === conversationId,
    ),
    thread: await found(`/api/conversations/${conversationId}/thread`),
    received: has((await json<{ letters: Letter[] }>(`/api/received-letters?from=${from}`)).letters),
    exchanged: has((await json<{ letters?: Letter[] }>(`/api/correspondences/${from}`)).letters),
    answers: (await json<{ letterId: number }[]>(`/api/replies?recipient=${from}`)).some(
      ({ letterId }) => letterId === id,
    ),
    photo: await found(fileOf(photoUrls[0])),
    exported: exported.includes(conversationId) && [...archive.keys()].some((name) => name.endsWith(photo)),
    muted:
      (await call('POST', `/api/conversations/${conversationId}/mute`, { muted: false })).statusCode === 200,
  };
}

const counts = async ({ call }: LetterWriter) => ({
  received: (await call('GET', '/api/letter-totals')).json<{ received: number }>().received,
  found: (await call('GET', '/api/correspondents?search=maren'))
    .json<{ correspondents: Correspondent[] }>()
    .correspondents.map(({ received }) => received),
});

const everything = (is: boolean) => ({
  listed: is,
  thread: is,
  received: is,
  exchanged: is,
  answers: is,
  photo: is,
  exported: is,
  muted: is,
});

const sees = async ({ call }: LetterWriter, { conversationId }: Letter) =>
  (await call('GET', `/api/conversations/${conversationId}/thread`)).statusCode === 200;

const answer = ({ call }: LetterWriter, { conversationId }: Letter, body: string, photoUrls: string[] = []) =>
  call('POST', `/api/conversations/${conversationId}/replies`, { body, photoUrls });

const threadOf = async ({ call }: LetterWriter, { conversationId }: Letter) =>
  (await call('GET', `/api/conversations/${conversationId}/thread`)).json<Thread>();

describe('an address that its owner left', () => {
  let before: string;
  let after: string;
  let ilse: LetterWriter;
  let old: Letter;
  beforeEach(async () => {
    before = freshAddress('ilse');
    after = freshAddress('ilse-new');
    ilse = await holder(before);
    old = await sentTo(before);
    await answer(ilse, old, 'It has flowered here too.', [await storedPhoto(product, ilse.person.uid)]);
    await answer(maren, old, 'Come and see ours.', [await storedPhoto(product, maren.person.uid)]);
  });

  /** By that of a mail with an answer of Maren's. */
  function reportByLink() {
    const { conversationId } = old;
    const { pathname } = new URL(muteUrl(product.services, { conversationId, side: 'recipient' }));
    return product.app.inject({
      method: 'POST',
      url: `${pathname}/report`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'reason=abuse',
    });
  }

  it('what had come stays with whoever left it, and what comes later is of whoever proves it next', async () => {
    await move(ilse, after);
    const next = await holder(before);
    const fresh = await sentTo(before);
    await answer(maren, fresh, 'The plums are ripe.');
    const stranger = await holder(freshAddress('stranger'));

    expect(await counts(ilse)).toEqual({ received: 1, found: [1] });
    expect(await counts(next)).toEqual({ received: 1, found: [1] });
    expect(await counts(stranger)).toEqual({ received: 0, found: [] });
    expect(await shown(ilse, old)).toEqual(everything(true));
    expect(await shown(ilse, fresh)).toEqual(everything(false));
    expect(await shown(next, old)).toEqual(everything(false));
    expect(await shown(next, fresh)).toEqual(everything(true));
    for (const letter of [old, fresh]) expect(await shown(stranger, letter)).toEqual(everything(false));

    const { replies, role } = await threadOf(ilse, old);
    expect([role, ...replies.map(({ body }) => body)]).toEqual([
      'recipient',
      'It has flowered here too.',
      'Come and see ours.',
    ]);
    for (const { photos } of replies) {
      expect((await ilse.call('GET', fileOf(photos[0]?.url))).statusCode).toBe(200);
    }
    const theirs = replies[1]?.photos[0]?.url;
    expect((await next.call('GET', fileOf(theirs))).statusCode).toBe(404);
    expect((await threadOf(maren, old)).letter.recipientEmail).toBe(before);
  });

  it('who left it goes on answering, and has the other side’s answers at the new address', async () => {
    await move(ilse, after);
    const next = await holder(before);
    await relayAll(product, { id: old.conversationId });
    const heard: Announcement[] = [];
    const end = await product.services.events.subscribe((announcement) => void heard.push(announcement));
    try {
      expect((await answer(next, old, 'Who is this?')).statusCode).toBe(404);
      const answered = [await answer(ilse, old, 'I moved.'), await answer(maren, old, 'Where to?')];
      expect(answered.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      // Those of the relays above may be heard only now.
      const ofAnswers = () =>
        answered.map(({ headers }) =>
          heard
            .filter(({ event, trace }) => event.type === 'reply' && trace === headers['x-request-id'])
            .map(({ email }) => email),
        );
      await expect.poll(ofAnswers).toEqual([[after], [after]]);
    } finally {
      end();
    }
    const replies = await relayAll(product, { id: old.conversationId });
    const mails = await Promise.all(replies.map((reply) => relayedMail(product, reply)));
    expect(mails.slice(-2).map((mail) => mail?.to)).toEqual([[maren.person.email], [after]]);
    // Their new address is theirs to tell.
    expect(JSON.stringify(await threadOf(maren, old))).not.toContain(after);
    expect(mails.at(-2)?.raw.toString()).not.toContain(after);
  });

  it('mail from the new address counts as from the recipient', async () => {
    await move(ilse, after);
    await answer(maren, old, 'Where to?');
    const relayed = (await relayAll(product, { id: old.conversationId })).at(-1);
    const to = (await relayedMail(product, relayed))?.mail.replyTo?.value[0]?.address ?? '';
    for (const from of [after, before, maren.person.email])
      await deliverBySmtp(product, [to], mailed({ from: `Ilse <${from}>` }), from);
    await readAll(product, { id: old.conversationId });
    const byMail = (await repliesOf(product, { id: old.conversationId })).filter(
      ({ origin }) => origin === 'mail',
    );
    expect(Object.fromEntries(byMail.map((reply) => [reply.fromEmail, reply.fromAnotherAddress]))).toEqual({
      [after]: false,
      [before]: false,
      [maren.person.email]: true,
    });
  });

  it('whoever left it without a confirmed address now gets no mail, nor does anybody else', async () => {
    await move(ilse, after);
    await product.services.db.execute(
      sql`update users set email_verified = false where account_uid = ${ilse.person.uid}`,
    );
    await answer(maren, old, 'Are you there?');
    const last = (await relayAll(product, { id: old.conversationId })).at(-1);
    expect(last?.relayStatus).toBe('none');
    expect(await relayedMail(product, last)).toBeNull();
  });

  it('a report of an old letter blocks its sender at the new address, not at that of whoever has the old one', async () => {
    await move(ilse, after);
    const report = async ({ call }: LetterWriter) =>
      (await call('POST', `/api/letters/${old.id}/report`, { reason: 'abuse' })).statusCode;
    expect([await report(await holder(before)), await report(ilse)]).toEqual([404, 200]);
    const { db, addressHash } = product.services;
    const sender = { id: maren.person.userId, email: maren.person.email };
    expect(await isBlocked(db, addressHash, sender, after)).toBe(true);
    expect(await isBlocked(db, addressHash, sender, before)).toBe(false);
  });

  it('a report by the link of a relayed mail blocks at the new address likewise', async () => {
    await move(ilse, after);
    const { db, addressHash } = product.services;
    const reported = await reportByLink();
    expect(reported.statusCode).toBe(200);
    const sender = { id: maren.person.userId, email: maren.person.email };
    expect(await isBlocked(db, addressHash, sender, after)).toBe(true);
    expect(await isBlocked(db, addressHash, sender, before)).toBe(false);
  });

  it('a report of an old letter leaves the mail of whoever has the old address alone', async () => {
    await move(ilse, after);
    const next = await holder(before);
    const fresh = await sentTo(before);
    await ilse.call('POST', `/api/letters/${old.id}/report`, { reason: 'abuse' });
    expect([(await threadOf(ilse, old)).muted, (await threadOf(next, fresh)).muted]).toEqual([true, false]);
  });

  it('a report of answers is of whoever left it, and not of whoever has it now', async () => {
    await move(ilse, after);
    const next = await holder(before);
    await maren.call('POST', `/api/letters/${old.id}/report`, { reason: 'abuse' });
    const { db, addressHash } = product.services;
    const isRefused = ({ userId }: LetterWriter['person'], email: string) =>
      isBlocked(db, addressHash, { id: userId, email }, maren.person.email);
    expect([await isRefused(ilse.person, after), await isRefused(next.person, before)]).toEqual([
      true,
      false,
    ]);
  });

  it('once their account is deleted, a report on either side hurts nobody who has the address now', async () => {
    await move(ilse, after);
    const next = (await holder(before)).person;
    expect((await identity.call('delete', { idToken: ilse.person.idToken })).statusCode).toBe(200);
    const ofAnswers = await maren.call('POST', `/api/letters/${old.id}/report`, { reason: 'abuse' });
    expect([ofAnswers.statusCode, (await reportByLink()).statusCode]).toEqual([200, 200]);
    const { db, addressHash } = product.services;
    const { userId, email } = maren.person;
    expect(await isBlocked(db, addressHash, { id: next.userId, email: before }, email)).toBe(false);
    expect(await isBlocked(db, addressHash, { id: userId, email }, before)).toBe(false);
  });

  it('a report of answers mutes all of whoever left it and came back', async () => {
    await move(ilse, after);
    await move(ilse, before);
    const fresh = await sentTo(before);
    await answer(ilse, fresh, 'You will be sorry.');
    await maren.call('POST', `/api/letters/${fresh.id}/report`, { reason: 'abuse' });
    expect([(await threadOf(maren, old)).muted, (await threadOf(maren, fresh)).muted]).toEqual([true, true]);
  });

  it('a block from before keeps the sender’s later answers out of the new mailbox too', async () => {
    await ilse.call('POST', `/api/letters/${old.id}/report`, { reason: 'abuse' });
    await relayAll(product, { id: old.conversationId });
    await move(ilse, after);
    await answer(maren, old, 'Are you there?');
    const last = (await relayAll(product, { id: old.conversationId })).at(-1);
    expect(last?.relayStatus).toBe('none');
  });

  it('after a second change, and one back, everything that came to either is there', async () => {
    await move(ilse, after);
    const between = await sentTo(before);
    const second = await sentTo(after);
    await move(ilse, freshAddress('ilse-third'));
    expect([await counts(ilse), await sees(ilse, between)]).toEqual([{ received: 2, found: [2] }, false]);
    await move(ilse, before);
    expect(await counts(ilse)).toEqual({ received: 3, found: [3] });
    for (const letter of [old, between, second]) expect(await sees(ilse, letter)).toBe(true);
  });

  it('a letter that had not left is of whoever has the address when it does, as is one that is sent once more', async () => {
    const failed = await sentTo(before);
    const waiting = await maren.queued({ recipientEmail: before });
    const { db } = product.services;
    await db.update(letters).set({ status: 'failed' }).where(eq(letters.id, failed.id));
    await db.update(letters).set({ status: 'created' }).where(eq(letters.id, waiting.id));
    await move(ilse, after);
    const next = await holder(before);
    expect(await sees(ilse, failed)).toBe(true);
    expect((await maren.call('POST', `/api/letters/${failed.id}/retry`, {})).statusCode).toBe(200);
    await db.update(letters).set({ status: 'sent' }).where(eq(letters.id, waiting.id));
    for (const letter of [failed, waiting]) {
      expect(await sees(ilse, letter)).toBe(false);
      expect(await sees(next, letter)).toBe(true);
    }
  });

  it('the page of all letters to it shows and mails nothing of what came before', async () => {
    await move(ilse, after);
    const ask = (path: string) =>
      product.app.inject({
        method: 'POST',
        url: `${path}/all`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' },
        payload: '',
      });
    await ask(await mailedPath(product, old.id));
    await mailAskedLinks(product);
    expect(await linksMailedTo(product, before)).toEqual([]);
    const fresh = await sentTo(before);
    await ask(await mailedPath(product, fresh.id));
    await mailAskedLinks(product);
    const [path = ''] = await linksMailedTo(product, before);
    const page = (await product.app.inject({ url: path })).body;
    expect(page).toContain(`${await mailedPath(product, fresh.id)}`);
    expect(page).not.toContain(`${(await letterRow(product, old.id)).mailedToken}`);
    const photo = old.photoUrls[0]?.replace('/uploads/', '').replace('.jpg', '');
    expect((await product.app.inject({ url: `${path}/photo/${photo}` })).statusCode).toBe(404);
  });

  it('once their account is deleted, what came to it is nobody’s', async () => {
    await move(ilse, after);
    const next = await holder(before);
    const deleted = await identity.call('delete', { idToken: ilse.person.idToken });
    expect(deleted.statusCode).toBe(200);
    expect(await sees(next, old)).toBe(false);
    const again = await holder(after);
    expect(await sees(again, old)).toBe(false);
    await answer(maren, old, 'Are you there?');
    const last = (await relayAll(product, { id: old.conversationId })).at(-1);
    expect(last?.relayStatus).toBe('none');
  });
});

it('whoever writes and moves: who answered with abuse is refused at the new address', async () => {
  const [ilse, after] = [await holder(freshAddress('ilse')), freshAddress('maren-new')];
  const letter = await sentTo(ilse.person.email);
  await answer(ilse, letter, 'You will be sorry.');
  await move(maren, after);
  await maren.call('POST', `/api/letters/${letter.id}/report`, { reason: 'abuse' });
  await expect(ilse.queued({ recipientEmail: after })).rejects.toThrow('RECIPIENT_BLOCKED');
});

it('whoever reports and moves: their own words go with their account, on either side', async () => {
  const ilse = await holder(freshAddress('ilse'));
  const letter = await sentTo(ilse.person.email);
  await answer(ilse, letter, 'You will be sorry.');
  for (const { call } of [maren, ilse])
    await call('POST', `/api/letters/${letter.id}/report`, { reason: 'abuse', words: 'Help' });
  const { db } = product.services;
  for (const one of [ilse, maren]) {
    await move(one, freshAddress('new'));
    await db.transaction((tx) => eraseAccount(tx, product.services, one.person.uid));
  }
  expect(await db.$count(letterReports, eq(letterReports.words, 'Help'))).toBe(0);
});

it('whoever writes and moves: a letter that is sent once more is from the new address', async () => {
  const [ilse, after] = [await holder(freshAddress('ilse')), freshAddress('maren-new')];
  const letter = await sentTo(ilse.person.email);
  await product.services.db.update(letters).set({ status: 'failed' }).where(eq(letters.id, letter.id));
  await move(maren, after);
  await maren.call('POST', `/api/letters/${letter.id}/retry`, {});
  expect((await threadOf(ilse, letter)).letter.senderEmail).toBe(after);
});

it('a letter that goes on to a corrected address takes along nothing of what came back from the first', async () => {
  const [first, next] = [await holder(freshAddress('first')), await holder(freshAddress('next'))];
  const letter = await sentTo(first.person.email);
  const { id, conversationId } = letter;
  const { db, config } = product.services;
  await answer(first, letter, 'Secret words.', [await storedPhoto(product, first.person.uid)]);
  const [conversation] = await db.select().from(conversations).where(eq(conversations.id, conversationId));
  const to = [replyAddress(config, conversation?.recipientToken ?? '')];
  const parts = [
    '--b',
    '',
    'Secret words.',
    '--b',
    'Content-Type: application/pdf; name=secret.pdf',
    '',
    '%PDF',
  ];
  for (const message of [
    { headers: ['Auto-Submitted: auto-replied'], body: 'Secret words of a program.' },
    { headers: ['Content-Type: multipart/mixed; boundary=b'], body: [...parts, '--b--'].join('\r\n') },
  ])
    await deliverBySmtp(product, to, mailed({ from: first.person.email, ...message }), first.person.email);
  expect((await readAll(product, { id: conversationId })).sort()).toEqual(['auto-reply', 'reply']);
  await db.update(letters).set({ status: 'bounced' }).where(eq(letters.id, id));
  await maren.call('POST', `/api/letters/${id}/retry`, { recipientEmail: next.person.email });
  await db.update(letters).set({ status: 'sent' }).where(eq(letters.id, id));

  const own = await threadOf(maren, letter);
  // There is nobody to report.
  expect(own.answered).toBe(false);
  const files = own.replies.flatMap(({ photos, attachments }) => [
    ...photos.map(({ url }) => fileOf(url)),
    ...attachments.map((file) => `/api/conversations/${conversationId}/files/${file.id}`),
  ]);
  const found = ({ call }: LetterWriter) =>
    Promise.all(files.map(async (url) => (await call('GET', url)).statusCode));
  expect([own.notes.length, await found(maren), await found(next)]).toEqual([1, [200, 200], [404, 404]]);
  for (const path of [`conversations/${conversationId}/thread`, 'conversations', 'correspondents'])
    expect((await next.call('GET', `/api/${path}`)).body, path).not.toMatch(/secret/i);
  const [listed] = (await next.call('GET', '/api/conversations')).json<ConversationSummary[]>();
  expect(listed?.messageCount).toBe(1);
  const exported = [...unzip((await next.call('GET', EXPORT_PATH)).rawPayload).keys()];
  expect(exported.filter((name) => /\/(?:files|photos)\//.test(name))).toEqual([
    expect.stringContaining(letter.photoUrls[0]?.replace('/uploads/', '') ?? ''),
  ]);
});

it('a corrected address: the mute link in a mail of before is as unknown, and that of a mail since works', async () => {
  const [first, next] = [freshAddress('first'), freshAddress('next')];
  const letter = await sentTo(first);
  const { db } = product.services;
  const mailedLink = async (body: string, to: string) => {
    await answer(maren, letter, body);
    const relayed = (await relayAll(product, { id: letter.conversationId })).at(-1);
    const sent = await relayedMail(product, relayed);
    expect(sent?.to).toEqual([to]);
    return /\/mute\/r[\w-]+/.exec(sent?.mail.text ?? '')?.[0] ?? '';
  };
  const statuses = async (link: string) => [
    (await product.app.inject({ url: link })).statusCode,
    (await product.app.inject({ method: 'POST', url: link })).statusCode,
    (await product.app.inject({ url: `${link}/report` })).statusCode,
  ];
  const old = await mailedLink('For the first.', first);
  expect(await statuses(old)).toEqual([200, 200, 200]);
  await db.update(letters).set({ status: 'bounced' }).where(eq(letters.id, letter.id));
  await maren.call('POST', `/api/letters/${letter.id}/retry`, { recipientEmail: next });
  await db.update(letters).set({ status: 'sent' }).where(eq(letters.id, letter.id));
  for (const link of [old, old.replace('/mute/r', '/mute/s')])
    expect(await statuses(link)).toEqual([404, 404, 404]);
  expect(await statuses(await mailedLink('For the next.', next))).toEqual([200, 200, 200]);
});

it('an address that nobody had proved: whoever proves it sees what came before', async () => {
  const address = freshAddress('nobody');
  const letter = await sentTo(address);
  const late = await signedIn(product, { email: address, verified: true });
  const thread = await product.app.inject({
    url: `/api/conversations/${letter.conversationId}/thread`,
    headers: late.headers,
  });
  expect(thread.statusCode).toBe(200);
});

describe('an address that its owner left in Firebase mode', () => {
  let google: GoogleStandIn;
  let firebase: TestProduct;
  let writer: string;
  beforeAll(async () => {
    google = await startGoogleStandIn();
    firebase = await startTestProduct({
      env: { FIREBASE_PROJECT_ID: PROJECT, FIREBASE_API_KEY: 'AIza-plum' },
      outside: google.outside,
    });
    writer = await session('firebase-writer', 'writer@example.com');
    const headers = { ...firebase.origin, cookie: writer };
    const payload = { code: 'WELCOME5' };
    await firebase.app.inject({ method: 'POST', url: '/api/redeem-coupon', headers, payload });
  });
  afterAll(async () => {
    await firebase.close();
    await google.close();
  });

  /** Opens a session by a token of the project, and has a product record. */
  async function session(uid: string, email: string, verified = true, age = 0): Promise<string> {
    const now = Math.floor(Date.now() / 1000) - age;
    const token = await google.idToken({ sub: uid, user_id: uid, email, email_verified: verified, iat: now });
    const opened = await new IdentityClient(firebase).openSession(token);
    const [set] = opened.cookies;
    if (!set) throw new Error(opened.body);
    const cookie = `${set.name}=${set.value}`;
    const headers = { ...firebase.origin, cookie };
    await firebase.app.inject({ method: 'POST', url: '/api/users', headers, payload: { firebaseUid: uid } });
    return cookie;
  }

  const received = async (cookie: string) =>
    (await firebase.app.inject({ url: '/api/letter-totals', headers: { cookie } })).json().received;

  async function letterTo(recipientEmail: string) {
    const payload = letterPayload([await storedPhoto(firebase, 'firebase-writer')], { recipientEmail });
    const headers = { ...firebase.origin, cookie: writer };
    const made = await firebase.app.inject({ method: 'POST', url: '/api/letters', headers, payload });
    const { id } = made.json<{ id: number }>();
    await firebase.services.db.update(letters).set({ status: 'sent' }).where(eq(letters.id, id));
    return id;
  }

  it('a token with another address, proved or not, leaves what had come', async () => {
    const [first, second, third] = [freshAddress('a'), freshAddress('b'), freshAddress('c')];
    await session('moves', first, true, 50);
    await letterTo(first);
    expect(await received(await session('moves', second, false, 40))).toBe(1);
    await letterTo(first);
    const now = await session('moves', third, true, 30);
    expect(await received(now)).toBe(1);
    const next = await session('follows', first);
    expect(await received(next)).toBe(1);
  });

  it('another’s proof ends it, also before a token of whoever left it says so', async () => {
    const address = freshAddress('d');
    await session('left', address, true, 50);
    await letterTo(address);
    const next = await session('came', address);
    await letterTo(address);
    expect(await received(next)).toBe(1);
    const left = await session('left', freshAddress('e'), true, 10);
    expect([await received(left), await received(next)]).toEqual([1, 1]);
  });

  it('a report blocks no mail to an address that whoever reports has not proved', async () => {
    const [address, claimed] = [freshAddress('f'), freshAddress('g')];
    await session('reports', address, true, 50);
    const id = await letterTo(address);
    const cookie = await session('reports', claimed, false, 40);
    const headers = { ...firebase.origin, cookie };
    const payload = { reason: 'abuse' };
    const url = `/api/letters/${id}/report`;
    expect((await firebase.app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(200);
    const { db, addressHash } = firebase.services;
    const [sender = { id: 0, email: '' }] = await db
      .select()
      .from(users)
      .where(eq(users.accountUid, 'firebase-writer'));
    expect(await isBlocked(db, addressHash, sender, claimed)).toBe(false);
  });
});
