import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { eq, like, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Thread } from '../../../shared/conversations.ts';
import type { Letter } from '../../../shared/letters.ts';
import { quarteredPhoto, samplePhoto, talkativePhoto } from '../../../test/photos/sample-photos.ts';
import { type LetterWriter, mailedPath, newLetterWriter } from '../../../test/support/letter-writer.ts';
import { eventually } from '../../../test/support/photo-client.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { makeUnwritable } from '../../../test/support/unwritable-folder.ts';
import { waitsForLock } from '../../../test/support/waits-for-lock.ts';
import { conversationsData } from '../../answers/personal-data.ts';
import { count, limit } from '../../core/rate-limit.ts';
import { rateCounters } from '../../core/schema.ts';
import { mailToken } from '../../core/secrets.ts';
import { wordsFor } from '../../core/words.ts';
import { keptBytes } from '../../letters/photos/data.ts';
import { photoKey } from '../../letters/photos/file-names.ts';
import { photosData } from '../../letters/photos/personal-data.ts';
import { photos } from '../../letters/photos/schema.ts';
import { sweepPhotos } from '../../letters/photos/sweep-photos.ts';
import { conversations, letters } from '../../letters/schema.ts';
import { pageMessageId, replyOnPage } from './reply-on-page.ts';

let product: TestProduct;
let maren: LetterWriter;
let page: Buffer;
beforeAll(async () => {
  product = await startTestProduct({ listen: true });
  page = await quarteredPhoto(1);
});
afterAll(() => product.close());
beforeEach(async () => {
  maren = await newLetterWriter(product);
});

interface Answer {
  text?: string;
  form?: string;
  /** ids of photos that were added before */
  kept?: string[];
  files?: [content: Buffer, name: string][];
  /** of kept photos by their ids, of files by their places */
  straight?: { photo: string | number; corners: unknown }[];
  adds?: boolean;
}

/** As a browser sends the form: each file input is sent, also an empty one. */
async function post(
  url: string,
  { text = '', form = randomUUID(), kept = [], files = [], straight = [], adds }: Answer,
) {
  const body = new FormData();
  body.append('form', form);
  body.append('text', text);
  for (const id of kept) body.append('photo', id);
  body.append('photos', new File([], ''));
  for (const [content, name] of files) body.append('photos', new File([new Uint8Array(content)], name));
  for (const page of straight) body.append('straight', JSON.stringify(page));
  if (adds) body.append('add', 'yes');
  const encoded = new Response(body);
  return product.app.inject({
    method: 'POST',
    url: `${url}/answer`,
    headers: { 'content-type': encoded.headers.get('content-type') ?? '', origin: 'null' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
}
const many = (number: number): [Buffer, string][] =>
  Array.from({ length: number }, (_, index) => [page, `page ${index + 1}.jpg`]);
/** The photos that a page shows as kept for the answer. */
const shownIn = ({ body }: { body: string }) =>
  [...body.matchAll(/name="photo" value="([^"]+)"/g)].map((match) => match[1] ?? '');

async function sentLetter() {
  const letter = await maren.queued({ recipientEmail: `ilse-${randomUUID()}@example.org` });
  return { letter, path: await mailedPath(product, letter.id), owner: `page:${letter.conversationId}` };
}
const repliesTo = async (letter: Letter) =>
  (await maren.call('GET', `/api/conversations/${letter.conversationId}/thread`)).json<Thread>().replies;
const photosOf = (owner: string) => product.services.db.select().from(photos).where(eq(photos.owner, owner));
const photosToday = async (owner: string) =>
  (await count(product.services.db, limit('upload-photos on a page', owner), 0)).count;

/** Of all that the letters' writer has, what is erased with their account, once the letters are. */
const erase = () =>
  product.services.db.transaction(async (tx) => {
    const { uid, userId } = maren.person;
    await tx.delete(letters).where(eq(letters.userId, userId));
    await conversationsData.erase(tx, { uid, userId });
    return photosData.erase(tx, { uid, userId });
  });

describe('POST /l/:token/answer with photos', () => {
  it('stores an answer by hand in the conversation, without metadata, and of nobody’s quota', async () => {
    const { letter, path: at, owner } = await sentLetter();
    const before = await keptBytes(product.services.db, maren.person.uid);
    const files: [Buffer, string][] = [
      [await samplePhoto('quarters.heic'), 'IMG_1.HEIC'],
      [await talkativePhoto(), 'garden.jpg'],
    ];
    const answer = await post(at, { files });
    expect(answer.statusCode, answer.body).toBe(303);
    const [reply] = await repliesTo(letter);
    expect(reply).toMatchObject({ origin: 'page', body: '', isFromOriginalSender: false });
    expect(reply?.photos).toHaveLength(2);
    for (const { url } of reply?.photos ?? []) {
      const id = path.basename(url, '.jpg');
      const { stream } = await product.services.storage.read(photoKey(id, 'display'));
      const { exif, xmp, icc, format } = await sharp(await buffer(stream)).metadata();
      expect({ exif, xmp, icc, format }).toEqual({ format: 'jpeg' });
      expect((await maren.call('GET', `/api/photo/${id}.jpg`)).statusCode).toBe(200);
    }
    expect(await keptBytes(product.services.db, maren.person.uid)).toBe(before);
    const counted = await product.services.db
      .select()
      .from(rateCounters)
      .where(like(rateCounters.key, `upload-%:${maren.person.uid}`));
    expect(counted).toEqual([]);
    expect(await photosToday(owner)).toBe(2);
    expect(await photosOf(owner)).toEqual([]);
  });

  it('makes pages straight that are wanted so, and keeps each photo as it came for the letter’s writer', async () => {
    const { letter, path: at, owner } = await sentLetter();
    const point = (x: number, y: number) => ({ x, y });
    const corners = [point(0.1, 0.1), point(0.9, 0.1), point(0.9, 0.9), point(0.1, 0.9)];
    const added = await post(at, {
      files: [[Buffer.from('%PDF-1.7'), 'notes.jpg'], ...many(2)],
      straight: [
        { photo: 1, corners },
        { photo: 2, corners: [...corners].reverse() },
        { photo: 2, corners: 'none' },
      ],
      adds: true,
    });
    const [first = '', second = ''] = shownIn(added);
    expect(added.body).toContain('Those four corners are no page.');
    expect([...added.body.matchAll(/name="straight"/g)], 'the second stays as it came').toHaveLength(1);
    expect(await photosOf(owner)).toHaveLength(3);
    // Once more, and for the second, too; only one of them is taken back.
    const asked = { kept: [first, second], straight: [first, second].map((photo) => ({ photo, corners })) };
    await post(at, { ...asked, adds: true });
    expect(await photosOf(owner)).toHaveLength(4);
    expect((await post(at, { ...asked, straight: asked.straight.slice(0, 1) })).statusCode).toBe(303);
    const [reply] = await repliesTo(letter);
    const [straight, asItCame] = reply?.photos ?? [];
    expect(straight?.original).toEqual({ url: `/uploads/${first}.jpg`, width: 400, height: 240 });
    expect([straight?.width, straight?.height]).toEqual([320, 192]);
    expect(asItCame).toMatchObject({ url: `/uploads/${second}.jpg`, original: null });

    const { db } = product.services;
    await db.update(photos).set({ createdAt: sql`now() - interval '2 days'` });
    await sweepPhotos(product.services);
    expect(await photosOf(owner), 'what was taken back is gone').toEqual([]);
    expect((await maren.call('GET', `/api/photo/${first}.jpg`)).statusCode).toBe(200);
    const stranger = await newLetterWriter(product);
    expect((await stranger.call('GET', `/api/photo/${first}.jpg`)).statusCode).toBe(404);
    const { config } = product.services;
    const owned = await conversationsData.export(
      { db, config, words: wordsFor('en') },
      { ...maren.person, emailVerified: true, sessionId: '', displayName: 'Maren' },
    );
    expect(owned.photoIds).toContain(first);
    const { fileKeys } = await erase();
    expect(fileKeys).toContain(photoKey(first, 'display'));
  });

  it('refuses the link that only reads, a closed page, and somebody who refuses letters', async () => {
    const { letter, path: at, owner } = await sentLetter();
    const copy = new URL(letter.webPage?.url ?? '').pathname;
    expect((await post(copy, { files: many(1) })).statusCode).toBe(404);

    await product.app.inject({ method: 'POST', url: `${at}/stop` });
    const refused = await post(at, { text: 'Dear Maren <3', files: many(1) });
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain('Dear Maren &lt;3');
    expect(refused.body).not.toContain('<form');
    expect((await product.app.inject(at)).body).not.toContain('<form');
    await product.app.inject({ method: 'POST', url: `${at}/allow` });

    const added = await post(at, { files: many(1), adds: true });
    const [kept = ''] = shownIn(added);
    expect((await product.app.inject(`${at}/answer/${kept}`)).headers['content-type']).toBe('image/jpeg');
    expect((await product.app.inject(`${copy}/answer/${kept}`)).statusCode).toBe(404);
    await maren.call('POST', `/api/letters/${letter.id}/web-page`, { open: false });
    expect((await post(at, { files: many(1) })).statusCode).toBe(410);
    expect((await product.app.inject(`${at}/answer/${kept}`)).statusCode).toBe(410);
    // Closed while the photos were being received.
    const messageId = pageMessageId(product.services, { form: 'x', text: '', photos: [kept] });
    const written = { text: '', photoIds: [kept], messageId };
    const token = path.basename(at);
    await expect(
      product.services.db.transaction((tx) => replyOnPage(tx, product.services, token, written)),
    ).rejects.toMatchObject({ status: 410 });
    expect(await repliesTo(letter)).toEqual([]);
    expect((await photosOf(owner)).length).toBeLessThanOrEqual(2);
  });

  it('is no answer of whom the letter goes on to when it is sent as the address is corrected', async () => {
    const { letter, path: at } = await sentLetter();
    const { db } = product.services;
    const [status] = await db.transaction(async (tx) => {
      // As `retryLetter` does.
      await tx.select().from(conversations).where(eq(conversations.id, letter.conversationId)).for('update');
      const answering = post(at, { text: 'For Maren alone.' });
      await waitsForLock(db, 1);
      await tx.update(letters).set({ mailedToken: mailToken() }).where(eq(letters.id, letter.id));
      return [answering.then(({ statusCode }) => statusCode)];
    });
    expect([await status, await repliesTo(letter)]).toEqual([404, []]);
  });

  it('keeps the words and the other photos when one fails, and says which and why', async () => {
    const { letter, path: at } = await sentLetter();
    const form = randomUUID();
    const text = 'Dear Maren,\n<it> is late';
    const files: [Buffer, string][] = [
      [page, 'good.jpg'],
      [page.subarray(0, 2_000), 'half.jpg'],
      [Buffer.from('%PDF-1.7 notes'), 'notes.pdf'],
    ];
    const failed = await post(at, { form, text, files });
    expect(failed.statusCode).toBe(422);
    expect(failed.body).toContain('“half.jpg” is damaged or incomplete');
    expect(failed.body).toContain('“notes.pdf” is a PDF');
    expect(failed.body).toContain('Dear Maren,\n&lt;it&gt; is late</textarea>');
    expect(failed.body).toContain(`name="form" value="${form}"`);
    const kept = shownIn(failed);
    expect(kept).toHaveLength(1);
    // Another letter's link cannot send or show them.
    const other = await sentLetter();
    expect((await product.app.inject(`${other.path}/answer/${kept[0]}`)).statusCode).toBe(404);
    expect((await post(other.path, { text, kept })).statusCode).toBe(422);
    expect((await post(at, { form, text, kept })).statusCode).toBe(303);
    const [reply] = await repliesTo(letter);
    expect(reply).toMatchObject({ body: text, photos: [{ url: `/uploads/${kept[0]}.jpg` }] });
  });

  it('takes 20 photos an answer and 40 a letter and day, and keeps the words', async () => {
    const { letter, path: at, owner } = await sentLetter();
    const over = await post(at, { text: 'All of it', files: many(21) });
    expect(over.statusCode).toBe(413);
    expect(over.body).toContain('“page 21.jpg” was left out');
    const kept = shownIn(over);
    expect(kept).toHaveLength(20);
    const oneMore = await post(at, { text: 'All of it', kept, files: many(1) });
    expect(oneMore.statusCode).toBe(413);
    expect((await post(at, { text: 'All of it', kept: shownIn(oneMore) })).statusCode).toBe(303);
    expect((await repliesTo(letter))[0]?.photos).toHaveLength(20);

    // The one for which there was no room counts too.
    expect((await post(at, { files: many(19) })).statusCode).toBe(303);
    expect(await photosToday(owner)).toBe(40);
    const tomorrow = await post(at, { text: 'And these', files: many(1) });
    expect(tomorrow.statusCode).toBe(429);
    expect(tomorrow.headers['retry-after']).toMatch(/^\d+$/);
    expect(tomorrow.body).toContain('And these</textarea>');
    expect(tomorrow.body).toContain('You can add 40 photos a day');
    expect(await repliesTo(letter)).toHaveLength(2);
  });

  it('is one answer when the form is sent twice, one after the other or at once', async () => {
    const { letter, path: at, owner } = await sentLetter();
    const answer = { form: randomUUID(), text: 'Once', files: many(2) };
    const both = await Promise.all([post(at, answer), post(at, answer)]);
    expect([...both, await post(at, answer)].map(({ statusCode }) => statusCode)).toEqual([303, 303, 303]);
    expect(await repliesTo(letter)).toHaveLength(1);
    // What was counted for the copies goes back after their responses.
    await expect.poll(() => photosToday(owner)).toBe(2);
    expect(await photosOf(owner)).toEqual([]);
    await post(at, { ...answer, form: randomUUID() });
    expect(await repliesTo(letter)).toHaveLength(2);
  });

  it('converts the photos of a form that is sent twice once, however long that takes', async () => {
    const { path: at, owner } = await sentLetter();
    const answer = { form: randomUUID(), files: many(1) };
    const converter = product.services.photos;
    const { promise: mayConvert, resolve: convert } = Promise.withResolvers<void>();
    const { convert: original } = converter;
    const converted = vi.spyOn(converter, 'convert').mockImplementation(async (...asked) => {
      await mayConvert;
      return original(...asked);
    });
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const first = post(at, answer);
    await expect.poll(() => converted.mock.calls.length).toBe(1);
    vi.advanceTimersByTime(5_000);
    vi.useRealTimers();
    const second = post(at, answer);
    await expect.poll(() => photosToday(owner)).toBe(2);
    convert();
    expect((await Promise.all([first, second])).map(({ statusCode }) => statusCode)).toEqual([303, 303]);
    expect(converted).toHaveBeenCalledTimes(1);
    converted.mockRestore();
  });

  it('says on a page that storage does not work, and takes the same form afterwards', async () => {
    const { letter, path: at } = await sentLetter();
    const filled = { form: randomUUID(), text: 'Plums!', files: many(1) };
    const restore = await makeUnwritable(path.join(product.dataDir, 'storage'));
    const refused = await post(at, filled).finally(restore);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '2']);
    expect(refused.body).toContain('Our storage does not work at the moment.');
    expect((await post(at, filled)).statusCode).toBeLessThan(400);
    expect((await repliesTo(letter)).map(({ photos }) => photos.length)).toEqual([1]);
  });

  it('leaves nothing of an upload that is broken off', async () => {
    const { letter, path: at, owner } = await sentLetter();
    const address = product.app.server.address();
    if (address === null || typeof address === 'string') throw new Error('The product does not listen.');
    const temporary = () => readdir(path.join(product.dataDir, 'tmp'));
    const socket = connect(address.port, '127.0.0.1');
    const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"`;
    socket.write(
      `POST ${at}/answer HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 900000\r\n\r\n${part('text')}\r\n\r\nHalf\r\n${part('photos')}; filename="a.jpg"\r\n\r\n`,
    );
    socket.write(page);
    await eventually(async () => (await temporary()).length === 1);
    expect(await photosToday(owner)).toBe(1);
    socket.destroy();
    await eventually(async () => (await temporary()).length === 0);
    await eventually(async () => (await photosToday(owner)) === 0);
    expect(await repliesTo(letter)).toEqual([]);
  });

  it('removes photos that were not sent within an hour, and keeps the words', async () => {
    const { letter, path: at, owner } = await sentLetter();
    const { db } = product.services;
    const added = await post(at, { text: 'Page by page', files: many(2), adds: true });
    expect(added.statusCode).toBe(200);
    expect(added.body).toContain('Page by page</textarea>');
    const [old = '', young = ''] = shownIn(added);
    const past = new Date(Date.now() - 61 * 60_000);
    await db.update(photos).set({ createdAt: past }).where(eq(photos.id, old));
    await sweepPhotos(product.services);
    expect((await photosOf(owner)).map(({ id }) => id)).toEqual([young]);
    const gone = await post(at, { text: 'Page by page', kept: [old, young] });
    expect(gone.statusCode).toBe(422);
    expect(gone.body).toContain('are gone; please add them again');
    expect(gone.body).toContain('Page by page</textarea>');
    expect(shownIn(gone)).toEqual([young]);
    expect(await repliesTo(letter)).toEqual([]);
  });

  it('erases photos that were not sent yet with the account of the letter’s sender', async () => {
    const { path: at, owner } = await sentLetter();
    const [id] = shownIn(await post(at, { files: many(1), adds: true }));
    const { fileKeys } = await erase();
    expect(fileKeys).toContain(photoKey(id ?? '', 'display'));
    expect(await photosOf(owner)).toEqual([]);
  });

  it('offers a first letter after the answer, while the welcome coupon is free for newcomers', async () => {
    const { path: at } = await sentLetter();
    const sent = await product.app.inject(`${at}?answered`);
    expect(sent.body).toContain('Write one yourself: your first letters are free');
  });
});
