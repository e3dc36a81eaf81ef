import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Draft, DraftRevision } from '../../../shared/drafts.ts';
import { HOUR_MS } from '../../../shared/durations.ts';
import type { Letter } from '../../../shared/letters.ts';
import { LETTERS_SCHEDULED_AT_MOST } from '../../../shared/limits.ts';
import { localTimeOf } from '../../../shared/zoned-time.ts';
import { IdentityClient } from '../../../test/identity/identity-client.ts';
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
import { eraseAccount } from '../../pages/account/erase-account.ts';
import { setAccountDisabled } from '../../people/identity/operator-commands.ts';
import { sessions } from '../../people/identity/schema.ts';
import { suppress } from '../../people/recipients/suppressions.ts';
import { users } from '../../people/users/schema.ts';
import { composeLetter } from '../deliver/compose-letter.ts';
import { photos } from '../photos/schema.ts';
import { sweepPhotos } from '../photos/sweep-photos.ts';
import { pauseSender, releaseSender } from '../report/pause-sender.ts';
import { letters } from '../schema.ts';
import { returnCredit } from '../send/charge-letter.ts';
import { computeArrivalsAgain } from './arrival.ts';
import { releaseScheduled } from './release-letters.ts';
import { returnExpired } from './return-expired.ts';

let sink: SmtpSink;
let product: TestProduct;
let client: IdentityClient;
let maren: LetterWriter;
beforeAll(async () => {
  sink = await startSmtpSink();
  product = await startTestProduct({ env: { SMTP_URL: sink.url, MAIL_FROM: 'letters@example.org' } });
  client = new IdentityClient(product);
});
afterAll(async () => {
  await product.close();
  await sink.close();
});
beforeEach(async () => {
  maren = await newLetterWriter(product);
});

const inHours = (hours: number, arriveZone = 'Europe/Paris') => ({
  arriveLocal: localTimeOf(new Date(Date.now() + hours * HOUR_MS), arriveZone),
  arriveZone,
});
const written = async (recipientEmail = `ilse-${randomUUID().slice(0, 8)}@example.org`) => {
  const photo = await storedPhoto(product, maren.person.uid);
  const made = await maren.call('POST', '/api/letters', letterPayload([photo], { recipientEmail }));
  return made.json<Letter>();
};
const send = ({ id }: Pick<Letter, 'id'>, arrival: object) =>
  maren.call('POST', `/api/letters/${id}/send`, { arrival });
const scheduled = async (arrival = inHours(24), recipientEmail?: string) => {
  const sent = await send(await written(recipientEmail), arrival);
  if (sent.statusCode !== 200) throw new Error(sent.body);
  return sent.json<Letter>();
};
const rowOf = ({ id }: Pick<Letter, 'id'>) => letterRow(product, id);
const statusOf = async (letter: Pick<Letter, 'id'>) => (await rowOf(letter)).status;
/** As if so many hours had passed since it was to arrive. */
const due = ({ id }: Pick<Letter, 'id'>, hoursAgo = 0) =>
  product.services.db
    .update(letters)
    .set({ arriveAt: new Date(Date.now() - hoursAgo * HOUR_MS - 1_000) })
    .where(eq(letters.id, id));
const release = () => releaseScheduled(product.services);
const jobsOf = (letter: Pick<Letter, 'id'>) => sendJobsOf(product, letter);
const aDraft = {
  ...{ step: 'upload', photos: [], recipient: { name: 'Tom', email: '', recentId: null } },
  ...{ template: 'vintage', message: '', intent: null },
};
const arrivalOf = ({ id }: Pick<Letter, 'id'>) => `/api/letters/${id}/arrival`;

describe('a letter that is to arrive at a chosen time', () => {
  it('is charged when it is sent, waits without a job or a page, and is listed among those that wait', async () => {
    const later = await scheduled(inHours(48));
    const asked = inHours(24);
    const letter = await scheduled(asked);
    expect(letter).toMatchObject({
      status: 'scheduled',
      webPage: null,
      canRetry: false,
      arrival: { local: asked.arriveLocal, zone: 'Europe/Paris' },
    });
    expect((await send(letter, inHours(30))).json()).toMatchObject({
      status: 'scheduled',
      arrival: letter.arrival,
    });
    await release();
    expect([await jobsOf(letter), await entriesOf(product, letter), await maren.balance()]).toEqual([
      0,
      ['letter'],
      3,
    ]);
    const waiting = (await maren.call('GET', '/api/letters?waiting=true')).json<Letter[]>();
    expect(waiting.map(({ id }) => id)).toEqual([letter.id, later.id]);
    expect((await maren.call('GET', '/api/letters?waiting=true&limit=10')).statusCode).toBe(400);
  });

  it('is refused when that is in less than 10 minutes, in more than 366 days, or no time at all', async () => {
    const letter = await written();
    const refused = [];
    for (const arrival of [
      inHours(0.15),
      inHours(-24),
      inHours(367 * 24),
      { arriveLocal: '2027-02-30T08:00', arriveZone: 'Europe/Paris' },
      { arriveLocal: '2027-02-03T08:00', arriveZone: 'Mars/Olympus' },
      { arriveLocal: '2027-02-03T08:00' },
    ])
      refused.push((await send(letter, arrival)).statusCode);
    expect(refused).toEqual([400, 400, 400, 400, 400, 400]);
    expect([await statusOf(letter), await maren.balance()]).toEqual(['created', 5]);
    expect((await send(letter, inHours(0.2))).json()).toMatchObject({ status: 'scheduled' });
  });

  it('is refused beyond the number that may wait', async () => {
    const { db } = product.services;
    const one = await scheduled();
    await db.execute(sql`
      insert into letters (user_id, conversation_id, recipient_name, recipient_email, sender_name, sender_email,
        email_message, template, message_id, envelope_token, status, arrive_local, arrive_zone, arrive_at)
      select user_id, conversation_id, '', '', '', '', '', '', gen_random_uuid(), gen_random_uuid(), status, arrive_local,
        arrive_zone, arrive_at from letters, generate_series(2, ${LETTERS_SCHEDULED_AT_MOST}::int) where id = ${one.id}`);
    expect((await send(await written(), inHours(24))).statusCode).toBe(429);
  });

  it('leaves at its time, once, by however many workers, and is of that day where it arrives', async () => {
    const photoOf = await scheduled(inHours(24, 'Pacific/Kiritimati'));
    const early = await scheduled(inHours(25));
    const ilse = `ilse-${randomUUID()}@example.org`;
    const both = [await scheduled(inHours(24), ilse), await scheduled(inHours(24), ilse)];
    for (const letter of [photoOf, ...both]) await due(letter);
    await Promise.all([release(), release(), release()]);
    await release();
    expect([await jobsOf(photoOf), await jobsOf(early), await statusOf(early)]).toEqual([1, 0, 'scheduled']);
    expect(await Promise.all(both.map(jobsOf))).toEqual([1, 1]);
    const { db, addressHash } = product.services;
    const { rows } = await db.execute(sql`select key, count from rate_counters
      where strpos(key, ${addressHash(ilse)}) > 0 order by key`);
    expect(
      rows.map(({ count }) => count),
      'letters of this sender, and new senders',
    ).toEqual([2, 1]);
    const row = await rowOf(photoOf);
    expect(row).toMatchObject({
      status: 'queued',
      statusReason: null,
      waitingSince: null,
      arriveZone: 'Pacific/Kiritimati',
    });
    const mail = await composeLetter(product.services, row);
    const at = new Date(String(mail.date));
    expect(at.getTime()).toBe(Math.floor((row.queuedAt?.getTime() ?? 0) / 1_000) * 1_000);
    expect(String(mail.date)).toContain('+1400');
    const day = at.toLocaleDateString('en-US', { timeZone: 'Pacific/Kiritimati', dateStyle: 'long' });
    expect(mail.text).toContain(day);
    expect(mail.html).toContain(day);
    expect(row.createdAt).toEqual(row.queuedAt);
  });

  it('may be given another time, be taken back for its credit, once, and be sent again for another', async () => {
    const letter = await scheduled();
    const asked = inHours(72, 'Asia/Tokyo');
    const changed = await maren.call('PUT', arrivalOf(letter), { arrival: asked });
    expect(changed.json()).toMatchObject({
      status: 'scheduled',
      arrival: { local: asked.arriveLocal, zone: 'Asia/Tokyo' },
    });
    expect((await maren.call('PUT', arrivalOf(letter), { arrival: inHours(0) })).statusCode).toBe(400);
    const back = await Promise.all([1, 2].map(() => maren.call('DELETE', arrivalOf(letter))));
    for (const answer of back)
      expect(answer.json()).toMatchObject({ status: 'unsent', canRetry: true, arrival: null });
    expect([await maren.balance(), await entriesOf(product, letter)]).toEqual([
      5,
      ['letter', 'letter-returned'],
    ]);
    expect((await maren.call('PUT', arrivalOf(letter), { arrival: asked })).json()).toMatchObject({
      code: 'ALREADY_LEFT',
    });
    expect((await maren.call('POST', `/api/letters/${letter.id}/retry`)).json()).toMatchObject({
      status: 'queued',
    });
    expect(await entriesOf(product, letter)).toEqual(['letter', 'letter-returned', 'letter']);
  });

  it('may lie on the desk again after that, with its photos, their words and edits, and is charged anew as another letter', async () => {
    const more = {
      greetingName: 'Oma',
      heading: 'For your birthday',
      envelope: true,
      photoAlts: ['The plum tree'],
    };
    const letter = await maren.queued(more, inHours(24));
    const desk = (id = letter.id, key?: string) =>
      maren.call('POST', `/api/letters/${id}/desk`, undefined, key);
    const draft = async () => (await maren.call('GET', '/api/draft')).json<{ draft: Draft | null }>().draft;
    expect((await desk()).json()).toMatchObject({ code: 'NOT_UNSENT' });
    await maren.call('DELETE', arrivalOf(letter));
    // Its page was straightened, and its draft is gone.
    const first = await storedPhoto(product, maren.person.uid);
    const image = (url: string) => ({ url, filename: url.replace('/uploads/', ''), width: 1, height: 1 });
    const straight = {
      original: image(first),
      edit: { corners: null, light: 1, turn: 1, crop: null },
    };
    const edited = {
      ...image(letter.photoUrls[0] ?? ''),
      id: 'page',
      originalName: 'page.jpg',
      alt: '',
      ...straight,
    };
    const content = { ...aDraft, letter: randomUUID(), photos: [edited] };
    const lying = (await maren.call('PUT', '/api/draft', { base: null, content })).json<DraftRevision>();
    expect((await desk()).json()).toMatchObject({ code: 'DESK_TAKEN' });
    expect(await statusOf(letter)).toBe('unsent');
    await maren.call('DELETE', `/api/draft?letter=${lying.letter}&version=${lying.version}`);
    await product.services.db
      .update(photos)
      .set({ createdAt: sql`now() - interval '2 days'` })
      .where(eq(photos.owner, maren.person.uid));
    await sweepPhotos(product.services);
    const put = await desk(letter.id, 'desk');
    expect((await desk(letter.id, 'desk')).json()).toEqual(put.json());
    expect((await draft())?.content).toMatchObject({
      ...{
        letter: put.json<DraftRevision>().letter,
        step: 'preview',
        template: letter.template,
        arrival: null,
      },
      ...{ message: letter.emailMessage, heading: 'For your birthday', envelope: true },
      recipient: { name: letter.recipientName, email: letter.recipientEmail, greetingName: 'Oma' },
      photos: [{ url: letter.photoUrls[0], originalName: 'page.jpg', alt: 'The plum tree', ...straight }],
    });
    expect((await maren.call('GET', '/api/letters')).json()).toEqual([]);
    const again = letterPayload(letter.photoUrls, { draft: put.json<DraftRevision>().letter });
    const made = (await maren.call('POST', '/api/letters', again)).json<Letter>();
    expect((await send(made, inHours(48))).json()).toMatchObject({ status: 'scheduled' });
    expect([await draft(), await maren.balance()]).toEqual([null, 4]);
    expect([await entriesOf(product, letter), await entriesOf(product, made)]).toEqual([
      ['letter', 'letter-returned'],
      ['letter'],
    ]);
  });

  it('stays among the letters after that when its recipient may know it from before', async () => {
    const letter = await maren.queued();
    const { db } = product.services;
    await db.update(letters).set({ status: 'bounced', attempts: 1 }).where(eq(letters.id, letter.id));
    await db.transaction((tx) =>
      returnCredit(tx, { ...letter, userId: maren.person.userId, charges: 1 }, 'undelivered'),
    );
    const later = await maren.call('POST', `/api/letters/${letter.id}/retry`, { arrival: inHours(24) });
    expect(later.json()).toMatchObject({ status: 'scheduled', arrival: { zone: 'Europe/Paris' } });
    await maren.call('DELETE', arrivalOf(letter));
    expect((await maren.call('POST', `/api/letters/${letter.id}/desk`)).statusCode).toBe(200);
    expect([await statusOf(letter), await maren.balance()]).toEqual(['unsent', 5]);
  });

  it('may be sent now, and then neither changed nor taken back', async () => {
    const letter = await scheduled();
    const now = await maren.call('PUT', arrivalOf(letter), { arrival: null });
    expect(now.json()).toMatchObject({ status: 'queued', arrival: null });
    expect([await jobsOf(letter), await maren.balance()]).toEqual([1, 4]);
    expect((await maren.call('DELETE', arrivalOf(letter))).statusCode).toBe(409);
    expect((await maren.call('PUT', arrivalOf(letter), { arrival: inHours(24) })).statusCode).toBe(409);
  });

  it('is sealed when it is sent now by somebody whose address is no longer confirmed', async () => {
    const letter = await scheduled();
    const { uid, userId } = maren.person;
    await product.services.db.update(users).set({ emailVerified: false }).where(eq(users.id, userId));
    await product.services.db.update(sessions).set({ emailVerified: false }).where(eq(sessions.uid, uid));
    const now = await maren.call('PUT', arrivalOf(letter), { arrival: null });
    expect([now.statusCode, await statusOf(letter)]).toEqual([200, 'sealed']);
  });

  it('goes back, and its sender is told, when it could not leave for two days', async () => {
    const letter = await scheduled();
    const almost = await scheduled();
    await due(letter, 48);
    await due(almost, 47);
    await release();
    expect(await rowOf(letter)).toMatchObject({
      status: 'unsent',
      statusReason: 'Its day had passed before it could leave.',
      arriveAt: null,
    });
    expect([await statusOf(almost), await jobsOf(letter), await maren.balance()]).toEqual(['queued', 0, 4]);
    const mails = await client.mailsTo(maren.person.email);
    const told = mails.filter(({ text }) => text?.includes('Its day had passed'));
    expect(told.map(({ text }) => text)).toEqual([
      expect.stringMatching(/that was to arrive on [\s\S]*: now or on another day/),
    ]);
    const retry = (arrival: object) => maren.call('POST', `/api/letters/${letter.id}/retry`, { arrival });
    expect((await retry(inHours(0))).statusCode).toBe(400);
    expect((await retry(inHours(24))).json()).toMatchObject({ status: 'scheduled', canRetry: false });
    expect(await entriesOf(product, letter)).toEqual(['letter', 'letter-returned', 'letter']);
  });

  it('goes back when its recipient may not be written to, and waits an hour when a limit of the day is reached', async () => {
    const { db, addressHash } = product.services;
    const crowded = `crowded-${randomUUID()}@example.org`;
    const bounced = await scheduled();
    const limited = await scheduled(inHours(24), crowded);
    const free = await scheduled();
    await suppress(db, maren.person.userId, bounced.recipientEmail, {
      text: 'There is no such mailbox.',
    });
    await db.execute(sql`
      insert into rate_counters (key, window_start, count) values (${`new senders:${addressHash(crowded)}`},
        to_timestamp(floor(extract(epoch from now()) / 86400) * 86400), 1000)`);
    await due(bounced);
    await due(limited);
    await due(free);
    await release();
    expect([await statusOf(bounced), await statusOf(free)]).toEqual(['unsent', 'queued']);
    const row = await rowOf(limited);
    expect(row.status).toBe('scheduled');
    expect(row.nextAttemptAt.getTime() - Date.now()).toBeGreaterThan(HOUR_MS / 2);
    expect(await maren.balance()).toBe(3);
  });

  it('waits while its sender is paused or their account is disabled', async () => {
    const { services } = product;
    const { userId, uid } = maren.person;
    const [held, disabled] = [await scheduled(), await scheduled()];
    await services.db.transaction((tx) => pauseSender(tx, services, userId, 'operator'));
    await due(held);
    await release();
    expect(await statusOf(held)).toBe('held');
    await services.db.transaction((tx) => releaseSender(tx, services, userId));
    expect(await statusOf(held)).toBe('queued');
    await setAccountDisabled(services, uid, true);
    await due(disabled);
    await release();
    expect([await statusOf(disabled), await jobsOf(disabled)]).toEqual(['scheduled', 0]);
    await setAccountDisabled(services, uid, false);
    await services.db.update(letters).set({ nextAttemptAt: new Date() }).where(eq(letters.id, disabled.id));
    await release();
    expect(await statusOf(disabled)).toBe('queued');
  });

  it('is gone with its sender’s account', async () => {
    const letter = await scheduled();
    await product.services.db.transaction((tx) => eraseAccount(tx, product.services, maren.person.uid));
    await release();
    expect(await product.services.db.$count(letters, eq(letters.id, letter.id))).toBe(0);
    expect([await jobsOf(letter), await entriesOf(product, letter)]).toEqual([
      0,
      ['letter', 'letter-returned'],
    ]);
  });

  it('keeps the time its sender chose when the law moves the clocks', async () => {
    const letter = await scheduled(inHours(24 * 40));
    const { arriveAt } = await rowOf(letter);
    const wrong = new Date((arriveAt?.getTime() ?? 0) + HOUR_MS);
    await product.services.db.update(letters).set({ arriveAt: wrong }).where(eq(letters.id, letter.id));
    await computeArrivalsAgain(product.services.db);
    expect((await rowOf(letter)).arriveAt).toEqual(arriveAt);
  });
});

describe('a letter that is both sealed and scheduled', () => {
  beforeEach(async () => {
    maren = await newLetterWriter(product, { displayName: 'Maren Oakes' });
  });
  const confirm = async () => {
    const { uid, email, idToken } = maren.person;
    const oobCode = await client.verificationCode({ localId: uid, email, idToken, refreshToken: '' });
    expect((await client.call('update', { oobCode, idToken })).statusCode).toBe(200);
  };

  it('waits for the later of the two', async () => {
    const [coming, past] = [await scheduled(), await scheduled()];
    expect([coming.status, past.status]).toEqual(['sealed', 'sealed']);
    await due(past, 3);
    await release();
    expect(await statusOf(past)).toBe('sealed');
    await confirm();
    expect([await statusOf(coming), await statusOf(past)]).toEqual(['scheduled', 'queued']);
    await due(coming);
    await release();
    expect([await statusOf(coming), await jobsOf(coming), await jobsOf(past)]).toEqual(['queued', 1, 1]);
  });

  it('goes back when its day passes, and not before', async () => {
    const [letter, coming] = [await scheduled(), await scheduled(inHours(24 * 20))];
    const old = and(eq(letters.userId, maren.person.userId), eq(letters.status, 'sealed'));
    await product.services.db
      .update(letters)
      .set({ waitingSince: new Date(Date.now() - 8 * 24 * HOUR_MS) })
      .where(old);
    await due(letter, 49);
    await returnExpired(product.services);
    expect([await statusOf(letter), await statusOf(coming), await maren.balance()]).toEqual([
      'unsent',
      'sealed',
      4,
    ]);
    const [user] = await product.services.db.select().from(users).where(eq(users.id, maren.person.userId));
    expect(user?.emailVerified).toBe(false);
  });
});
