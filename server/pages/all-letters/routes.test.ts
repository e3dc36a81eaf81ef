import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Letter } from '../../../shared/letters.ts';
import {
  type LetterWriter,
  letterRow,
  mailedPath,
  newLetterWriter,
} from '../../../test/support/letter-writer.ts';
import { linksMailedTo, mailAskedLinks } from '../../../test/support/letters-link.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { unzip } from '../../../test/support/unzip.ts';
import { THREAD_BYTES } from '../../answers/data.ts';
import { replies, replyFiles } from '../../answers/schema.ts';
import { conversations, letters } from '../../letters/schema.ts';
import { LINK_LIFETIME, writeLettersLink } from './letters-link.ts';

let product: TestProduct;
let maren: LetterWriter;
/** an address of its own for each test */
let ilse: string;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());
beforeEach(async () => {
  maren = await newLetterWriter(product);
  ilse = `ilse-${randomUUID()}@example.org`;
});

const get = (url: string, headers: Record<string, string> = {}) => product.app.inject({ url, headers });
const post = (url: string) => product.app.inject({ method: 'POST', url, headers: { origin: 'null' } });
const setLetter = (id: number, values: Partial<typeof letters.$inferInsert>) =>
  product.services.db.update(letters).set(values).where(eq(letters.id, id));
const sent = (message: string, more: Record<string, unknown> = {}, from = maren) =>
  from.queued({ recipientEmail: ilse, emailMessage: message, ...more });
const answer = async (letter: Letter, text: string) => {
  const done = await product.app.inject({
    method: 'POST',
    url: `${await mailedPath(product, letter.id)}/answer`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ text, form: randomUUID() }).toString(),
  });
  expect(done.statusCode).toBe(303);
};
/** Of a letter, for its sender and address. @param at when it is written, milliseconds */
const linkOf = (letter: Letter, at = Date.now(), address = ilse, from = maren) =>
  `/l/all/${writeLettersLink(product.services, { conversationId: letter.conversationId, uid: from.person.uid, address }, at)}`;
const expiredLinkOf = (letter: Letter) => linkOf(letter, Date.now() - (LINK_LIFETIME + 1) * 1000);
const photoOf = ({ photoUrls }: Letter) => photoUrls[0]?.replace('/uploads/', '').replace('.jpg', '') ?? '';

describe('all letters of a sender', () => {
  it('stand on a page in order with their answers and photos, each with the page on which it is answered', async () => {
    const [first, second] = [await sent('The <plum> tree.'), await sent('Second letter.')];
    await answer(second, 'I read it twice.');
    await answer(first, 'Plums, at last!');
    await maren.call('POST', `/api/conversations/${first.conversationId}/replies`, {
      body: 'Come and taste them.',
    });
    await post(`${await mailedPath(product, first.id)}/all`);
    await mailAskedLinks(product);
    const [link = ''] = await linksMailedTo(product, ilse);
    const page = await get(link);
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow, noarchive',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    const inOrder = [
      'The &lt;plum&gt; tree.',
      'Plums, at last!',
      'Come and taste them.',
      'Second letter.',
      'I read it twice.',
    ];
    const places = inOrder.map((words) => page.body.indexOf(words));
    expect(places.every((place, index) => place > (places[index - 1] ?? 0))).toBe(true);
    expect(page.body).not.toMatch(/<script|style="|https?:\/\/|undefined|\[object/);
    expect(page.body).not.toContain(maren.person.email);
    for (const letter of [first, second])
      expect(page.body).toContain(`href="${await mailedPath(product, letter.id)}"`);
    const photo = `${link}/photo/${photoOf(first)}`;
    expect(page.body).toContain(`src="${photo}?size=thumbnail"`);
    const shown = await get(photo);
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect((await get(link)).statusCode).toBe(200);
  });

  it('are of that sender and that very address alone, and of nobody’s closed, waiting or moved letter', async () => {
    const own = await sent('Mine to read.');
    const link = linkOf(own);
    const [name, host] = ilse.split('@');
    const other = await newLetterWriter(product);
    const hidden = [
      await sent('To another spelling.', { recipientEmail: `${name}+x@${host}` }),
      await sent('From another.', {}, other),
      await sent('Closed by its sender.'),
      await sent('Moved on.'),
    ];
    const [, , closed, moved] = hidden;
    await maren.call('POST', `/api/letters/${closed?.id}/web-page`, { open: false });
    await setLetter(moved?.id ?? 0, { status: 'failed' });
    const retried = await maren.call('POST', `/api/letters/${moved?.id}/retry`, {
      recipientEmail: `wim-${ilse}`,
    });
    expect(retried.statusCode).toBe(200);
    const page = (await get(link)).body;
    expect(page).toContain('Mine to read.');
    expect(page.match(/<article/g)).toHaveLength(1);
    for (const letter of hidden) expect((await get(`${link}/photo/${photoOf(letter)}`)).statusCode).toBe(404);
    await maren.call('POST', `/api/letters/${closed?.id}/web-page`, { open: true });
    expect((await get(link)).body).toContain('Closed by its sender.');
    for (const status of ['created', 'sealed', 'held', 'unsent', 'some later status']) {
      await setLetter(closed?.id ?? 0, { status });
      expect((await get(link)).body, status).not.toContain('Closed by its sender.');
    }
  });

  it('keep to themselves what another address answered before a letter went on to this one', async () => {
    const letter = await sent('For whoever it reaches.', { recipientEmail: `first-${ilse}` });
    await answer(letter, 'Not for the next one.');
    await setLetter(letter.id, { status: 'bounced' });
    await maren.call('POST', `/api/letters/${letter.id}/retry`, { recipientEmail: ilse });
    await answer(letter, 'From me.');
    const page = (await get(linkOf(letter))).body;
    expect(page).toContain('From me.');
    expect(page).not.toContain('Not for the next one.');
  });

  it('show the files of their answers, to be saved, and none of another’s', async () => {
    const { db, storage } = product.services;
    const other = await newLetterWriter(product);
    const [letter, foreign] = [await sent('With a list?'), await sent('Other.', {}, other)];
    await answer(letter, 'Here it is.');
    const [file, storageKey] = [randomUUID(), `files/${randomUUID()}`];
    const size = await storage.put(storageKey, Readable.from(['plums']));
    const kept = { id: file, name: 'a <list>.html', size, scan: 'clean' as const };
    const [row] = await db
      .update(replies)
      .set({ attachments: [kept, { name: 'large.mov', size: 90_000 }] })
      .where(eq(replies.conversationId, letter.conversationId))
      .returning({ id: replies.id });
    await db
      .insert(replyFiles)
      .values({ ...kept, storageKey, replyId: row?.id ?? 0, conversationId: letter.conversationId });
    const link = linkOf(letter);
    const { body } = await get(link);
    expect(body).toContain(`<a href="${link}/file/${file}"><bdi>a &lt;list&gt;.html (1 KB)</bdi></a>`);
    expect((await get(`${link}?lang=fr`)).body).toContain(`href="${link}/file/${file}?lang=fr"`);
    expect(body).toContain('With it: large.mov (88 KB)');
    const saved = await get(`${link}/file/${file}`);
    expect([saved.statusCode, saved.body]).toEqual([200, 'plums']);
    expect(saved.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment/),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    const foreignLink = linkOf(foreign, Date.now(), ilse, other);
    expect((await get(`${foreignLink}/file/${file}`)).statusCode).toBe(404);
    const late = await get(`${expiredLinkOf(letter)}/file/${file}`);
    expect(late.statusCode).toBe(410);
    expect(late.body).not.toContain('plums');
    await maren.call('POST', `/api/letters/${letter.id}/web-page`, { open: false });
    expect((await get(`${link}/file/${file}`)).statusCode).toBe(404);
  });

  it('are turned by pages of twenty', async () => {
    const first = await sent('Letter number 1.');
    const row = await letterRow(product, first.id);
    const [thread] = await product.services.db
      .select()
      .from(conversations)
      .where(eq(conversations.id, row.conversationId));
    if (!thread) throw new Error('The letter has no conversation.');
    const copies = Array.from({ length: 24 }, (_, index) => ({ number: index + 2, id: randomUUID() }));
    await product.services.db
      .insert(conversations)
      .values(copies.map(({ id }) => ({ ...thread, id, recipientToken: id, senderToken: `s${id}` })));
    await product.services.db.insert(letters).values(
      copies.map(({ id, number }) => {
        const { id: _its, ...values } = row;
        const unique = {
          messageId: id,
          envelopeToken: id,
          webToken: id,
          mailedToken: `m${id}`,
          draftId: null,
        };
        return { ...values, ...unique, conversationId: id, emailMessage: `Letter number ${number}.` };
      }),
    );
    const link = linkOf(first);
    const [one, two] = [(await get(link)).body, (await get(`${link}?page=2`)).body];
    expect([one, two].map((page) => page.match(/<article/g)?.length)).toEqual([20, 5]);
    expect(one).toContain(`href="${link}?page=2"`);
    expect(two).toContain('Page 2 of 2');
    expect(two).toContain('Letter number 25.');
    expect((await get(`${link}?page=3`)).statusCode).toBe(404);
    expect((await get(`${link}?page=-1`)).body).toContain('Letter number 1.');
    await product.services.db.execute(sql`
      insert into replies (conversation_id, side, from_email, subject, body, full_text, email_provider, message_id)
      select conversation_id, 'recipient', ${ilse}, 'Re', n || repeat(' plum', 20000), '', 'other', gen_random_uuid()
      from letters, generate_series(1, 5) n where user_id = ${row.userId}`);
    const { body } = await get(link);
    expect(body.length).toBeLessThan(THREAD_BYTES);
    expect(body.match(/class="reply"/g)).toHaveLength(20);
    expect(body.match(/The oldest answers are left out here/g)).toHaveLength(20);
  });
});

describe('the archive of all letters', () => {
  it('holds the letters of the page and no others, five times an hour, and nothing after the link’s hour', async () => {
    const [first, closed] = [await sent('To be kept.'), await sent('Taken away.')];
    await answer(first, 'Kept as well.');
    await maren.call('POST', `/api/letters/${closed.id}/web-page`, { open: false });
    const link = linkOf(first);
    expect((await get(link)).body).toContain(`href="${link}/letters.zip"`);
    const saved = await get(`${link}/letters.zip`);
    expect(saved.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'no-store' });
    expect(saved.headers['content-disposition']).toContain('Maren Oakes');
    const files = unzip(saved.rawPayload);
    expect([...files.keys()].filter((name) => name.endsWith('.jpg'))).toHaveLength(1);
    const page = files.get('index.html')?.toString() ?? '';
    expect(page).toContain('To be kept.');
    expect(page).toContain('Kept as well.');
    const all = [...files.values()].map(String).join(' ');
    expect(all).not.toContain('Taken away.');
    expect(all).not.toMatch(/\/l\/|maren-?[\w.]*@/);

    const archive = (method: 'GET' | 'HEAD') => product.app.inject({ method, url: `${link}/letters.zip` });
    expect((await archive('HEAD')).statusCode).toBe(404);
    const again = await Promise.all(Array.from({ length: 5 }, () => archive('GET')));
    expect(again.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 200, 429]);
    expect((await get(`${expiredLinkOf(first)}/letters.zip`)).statusCode).toBe(410);
  });
});

describe('the link to all letters', () => {
  it('expires after an hour, and then mails a fresh one to the same address by a press', async () => {
    const letter = await sent('Still there.');
    const link = expiredLinkOf(letter);
    const page = await get(link);
    expect(page.statusCode).toBe(410);
    expect(page.body).toContain('Mail me a fresh link');
    expect(page.body).not.toMatch(/Maren|ilse-|Still there/);
    expect((await get(`${link}/photo/${photoOf(letter)}`)).statusCode).toBe(410);
    const asked = await post(link);
    expect([asked.statusCode, asked.body]).toEqual([200, expect.stringContaining('A fresh link goes')]);
    await mailAskedLinks(product);
    const [fresh = ''] = await linksMailedTo(product, ilse);
    expect((await get(fresh)).body).toContain('Still there.');
  });

  it('is refused when forged in any character, of another purpose, or made for another sender or address', async () => {
    const letter = await sent('Secret.');
    const whole = linkOf(letter);
    const wrong = [
      ...Array.from({ length: 60 }, (_, at) => {
        const place = '/l/all/'.length + at;
        return `${whole.slice(0, place)}${whole[place] === 'A' ? 'B' : 'A'}${whole.slice(place + 1)}`;
      }),
      linkOf(letter, undefined, `wim-${ilse}`),
      linkOf(letter, undefined, ilse, await newLetterWriter(product)),
      `${whole}A`,
      whole.slice(0, -1),
      `/l/all/${(await mailedPath(product, letter.id)).slice('/l/'.length)}`,
      `/l/all/${letter.webPage?.url.split('/').at(-1)}`,
      `/l/all/${randomUUID()}`,
      `/l/all/${'A'.repeat(60)}`,
      `/l/all/${'A'.repeat(700)}`,
      `/l/all/${maren.person.headers.cookie?.split('=')[1]?.slice(0, 60)}`,
      '/l/all/%00',
      '/l/all/..%2f',
    ];
    for (const link of wrong) {
      const page = await get(link);
      expect([link, page.statusCode]).toEqual([link, 404]);
      expect(page.body).not.toMatch(/Maren|ilse-|Secret/);
      expect((await post(link)).statusCode, link).toBe(404);
    }
    const key = whole.slice('/l/all/'.length);
    for (const url of [`/l/${key}`, `/l/${key}/stop`, `/l/${key}/all`, `/mute/${key}`])
      expect((await get(url)).statusCode, url).toBe(404);
    expect((await get('/api/letters', { cookie: `__Host-session=${key}` })).statusCode).toBe(401);
    const other = { ...product.services, sessionSecret: Buffer.from('another secret of thirty-two bytes') };
    const signed = { conversationId: letter.conversationId, uid: maren.person.uid, address: ilse };
    expect((await get(`/l/all/${writeLettersLink(other, signed)}`)).statusCode).toBe(404);
  });

  it('ends when its letter goes to another address, when all letters are closed, and with the sender’s account', async () => {
    const letter = await sent('Here today.');
    const link = linkOf(letter);
    await maren.call('POST', `/api/letters/${letter.id}/web-page`, { open: false });
    expect((await get(link)).statusCode).toBe(404);
    await maren.call('POST', `/api/letters/${letter.id}/web-page`, { open: true });
    await setLetter(letter.id, { status: 'failed' });
    await maren.call('POST', `/api/letters/${letter.id}/retry`, { recipientEmail: `wim-${ilse}` });
    expect((await get(link)).statusCode).toBe(404);
    const { email, idToken } = maren.person;
    const remaining = linkOf(await sent('Until I go.'));
    expect((await get(remaining)).statusCode).toBe(200);
    expect((await maren.call('POST', '/api/account/delete', { email, idToken })).statusCode).toBe(200);
    expect((await get(remaining)).statusCode).toBe(404);
  });

  it('changes nothing by GET and HEAD, however often programs open it', async () => {
    const letter = await sent('Scanned.');
    await answer(letter, 'Answered.');
    const state = async () => {
      const { rows } = await product.services.db.execute(sql`
        select (select count(*) from jobs.job), (select sum(count) from rate_counters),
          (select xmin::text from letters where id = ${letter.id})`);
      const read = await product.services.db.select({ readAt: replies.readAt }).from(replies);
      return JSON.stringify([rows, read]);
    };
    const before = await state();
    for (const link of [linkOf(letter), expiredLinkOf(letter)])
      for (const method of ['GET', 'HEAD', 'GET'] as const) await product.app.inject({ method, url: link });
    expect((await product.app.inject({ method: 'OPTIONS', url: linkOf(letter) })).statusCode).toBe(404);
    expect(await state()).toBe(before);
  });
});
