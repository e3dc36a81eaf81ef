import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { said } from '../../../shared/words.ts';
import { IdentityClient } from '../../../test/identity/identity-client.ts';
import { alreadyCounted } from '../../../test/support/already-counted.ts';
import { type LetterWriter, mailedPath, newLetterWriter } from '../../../test/support/letter-writer.ts';
import { linksMailedTo, mailAskedLinks } from '../../../test/support/letters-link.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { rateCounters } from '../../core/schema.ts';
import { countUnaskedMail } from '../../core/unasked-mails.ts';
import { pauseSender } from '../../letters/report/pause-sender.ts';
import { letters } from '../../letters/schema.ts';
import { suppress } from '../../people/recipients/suppressions.ts';

let product: TestProduct;
let maren: LetterWriter;
/** an address of its own for each test */
let ilse: string;
beforeAll(async () => {
  product = await startTestProduct({ env: { TRUST_PROXY: 'true' } });
});
afterAll(() => product.close());
beforeEach(async () => {
  maren = await newLetterWriter(product);
  ilse = `ilse-${randomUUID()}@example.org`;
});

const get = (url: string, method: 'GET' | 'HEAD' | 'OPTIONS' = 'GET') => product.app.inject({ method, url });
const post = (url: string, email?: string, headers: Record<string, string> = {}) =>
  product.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null', ...headers },
    payload: email === undefined ? '' : new URLSearchParams({ email }).toString(),
  });
const mailed = async (address = ilse) => {
  await mailAskedLinks(product);
  return (await linksMailedTo(product, address)).length;
};
const mailTo = async (address: string) => (await new IdentityClient(product).mailsTo(address)).at(-1);

/** @returns `path` as in the recipient's mail, `copy` as the sender has it */
async function sent(more: Record<string, unknown> = {}, writer = maren) {
  const letter = await writer.queued({ recipientEmail: ilse, ...more });
  const copy = new URL(letter.webPage?.url ?? '').pathname;
  return { letter, path: await mailedPath(product, letter.id), copy };
}

describe('asking for the link to all letters', () => {
  it('leads from the letter’s page; with the link of the mail a press mails it to that letter’s address alone', async () => {
    const { path } = await sent();
    expect((await get(path)).body).toContain(`href="${path}/all"`);
    const page = await get(`${path}/all`);
    expect(page.body).toContain(ilse);
    expect(page.body).not.toContain('type="email"');
    expect(page.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow, noarchive',
    });
    const asked = await post(`${path}/all`, 'somebody.else@example.org');
    expect([asked.statusCode, asked.body]).toEqual([200, expect.stringContaining(`goes to ${ilse} now`)]);
    expect(await mailed()).toBe(1);
    expect(await mailed('somebody.else@example.org')).toBe(0);
  });

  it('gives the same answer for every address by the link that only reads, and stores the same job', async () => {
    const { copy } = await sent();
    const page = await get(`${copy}/all`);
    expect(page.body).toContain('type="email"');
    expect(page.body).not.toContain(ilse);
    const unknown = `unknown-${randomUUID()}@example.org`;
    const jobs = async () => {
      const { rows } = await product.services.db.execute<{ data: Record<string, unknown> }>(
        sql`select data from jobs.job where name = 'mail-letters-link' order by created_on`,
      );
      return rows.map(({ data }) => data.address);
    };
    const [known, other] = [
      await post(`${copy}/all`, ilse.toUpperCase()),
      await post(`${copy}/all`, unknown),
    ];
    expect(await jobs()).toEqual([ilse.toUpperCase(), unknown]);
    expect(known.statusCode).toBe(200);
    expect(known.body).toContain('If <bdi>Maren Oakes</bdi> wrote to that address');
    expect(other.body).toBe(known.body);
    const { date: _one, 'x-request-id': _two, ...headers } = known.headers;
    expect(other.headers).toMatchObject(headers);
    expect(await mailed()).toBe(1);
    expect(await mailed(unknown)).toBe(0);
  });

  it('mails nothing for another spelling of the mailbox, of another sender, or of whom nobody wrote to', async () => {
    const [name, host] = ilse.split('@');
    const { copy } = await sent();
    const wim = `wim-${randomUUID()}@example.org`;
    await (await newLetterWriter(product)).queued({ recipientEmail: wim });
    for (const other of [`${name}+x@${host}`, wim, maren.person.email]) {
      await post(`${copy}/all`, other);
      expect(await mailed(other), other).toBe(0);
    }
    expect(await mailed()).toBe(0);
  });

  it('mails three a day for sender and address, all spellings together, also at once; what the mailbox asks for is apart', async () => {
    const { path, copy } = await sent();
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => post(`${path}/all`)),
      ...Array.from({ length: 4 }, () => post(`${copy}/all`, ilse)),
    ]);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(answers[3]?.body).toBe(answers[0]?.body);
    expect(answers[7]?.body).toBe(answers[4]?.body);
    await Promise.all([mailAskedLinks(product), mailAskedLinks(product)]);
    expect(await mailed()).toBe(3 + 3);
    const counted = await product.services.db.select({ key: rateCounters.key }).from(rateCounters);
    expect(JSON.stringify(counted)).not.toContain(ilse);
    const other = await sent({}, await newLetterWriter(product));
    await post(`${other.copy}/all`, ilse);
    expect(await mailed()).toBe(7);
    // Mails of all kinds that strangers have us send are twenty a day.
    const { db, addressHash } = product.services;
    while (await countUnaskedMail(db, addressHash(ilse), 'nobody'));
    await post(`${other.copy}/all`, ilse);
    expect(await mailed()).toBe(7);
    await post(`${other.path}/all`);
    expect(await mailed()).toBe(8);
  });

  it('one network uses up half of what a mailbox has, over however many senders', async () => {
    const writers = await Promise.all(Array.from({ length: 4 }, () => newLetterWriter(product)));
    const from = async (writer: LetterWriter, host: number) =>
      post(`${(await sent({}, writer)).copy}/all`, ilse, { 'x-forwarded-for': `192.0.2.${host}` });
    for (const writer of writers) for (const host of [1, 2, 3]) await from(writer, host);
    expect(await mailed()).toBe(10);
    const elsewhere = { 'x-forwarded-for': '198.51.100.1' };
    await post(`${(await sent()).copy}/all`, ilse, elsewhere);
    expect(await mailed()).toBe(11);
  });

  it('drops what is beyond a network’s share, with the same answer', async () => {
    const { copy } = await sent();
    const from = (host: number) => post(`${copy}/all`, ilse, { 'x-forwarded-for': `203.0.113.${host}` });
    const answers = [await from(1)];
    await alreadyCounted(product, 'links to all letters from', 28);
    answers.push(await from(2), await from(3));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(answers[2]?.body).toBe(answers[0]?.body);
    expect(await mailAskedLinks(product)).toBe(2);
  });

  it('what a network used up is not taken from whoever has the link of their own mail, which has a bound too', async () => {
    const { letter, path, copy } = await sent();
    const from = { 'x-forwarded-for': '192.0.3.9' };
    await post(`${copy}/all`, `unknown-${randomUUID()}@example.org`, from);
    await alreadyCounted(product, 'links to all letters from', 40);
    await post(`${copy}/all`, ilse, from);
    expect(await mailed()).toBe(0);
    await post(`${path}/all`, undefined, from);
    expect(await mailed()).toBe(1);
    await alreadyCounted(product, `links to all letters from:letter ${letter.id}`, 29);
    expect(await mailAskedLinks(product)).toBe(0);
    await post(`${path}/all`, undefined, from);
    expect(await mailAskedLinks(product)).toBe(0);
  });

  it('mails nothing to an address that refuses the sender, unless that mailbox itself asked', async () => {
    const { path, copy } = await sent();
    for (const what of ['stop', 'stop-all']) {
      await post(`${path}/${what}`);
      await post(`${copy}/all`, ilse);
      expect(await mailed(), what).toBe(0);
      await post(`${path}/${what.replace('stop', 'allow')}`);
    }
    await post(`${path}/stop`);
    await post(`${path}/all`);
    expect(await mailed()).toBe(1);
  });

  it('mails nothing that a paused sender could ask for', async () => {
    const { letter, path, copy } = await sent();
    const { db } = product.services;
    await db.update(letters).set({ status: 'sent' }).where(eq(letters.id, letter.id));
    await db.transaction((tx) => pauseSender(tx, product.services, maren.person.userId, 'reports'));
    await post(`${copy}/all`, ilse);
    expect(await mailed()).toBe(0);
    await post(`${path}/all`);
    expect(await mailed()).toBe(1);
  });

  it('mails nothing for a letter that came back, unless that mailbox itself asked', async () => {
    const { letter, path, copy } = await sent();
    await product.services.db.update(letters).set({ status: 'bounced' }).where(eq(letters.id, letter.id));
    await post(`${copy}/all`, ilse);
    expect(await mailed()).toBe(0);
    await post(`${path}/all`);
    expect(await mailed()).toBe(1);
  });

  it('mails nothing to an address from which the sender’s mail came back', async () => {
    const { path } = await sent();
    await suppress(product.services.db, maren.person.userId, ilse, said('No such mailbox.'));
    await post(`${path}/all`);
    expect(await mailed()).toBe(0);
  });

  it.each(['sealed', 'held', 'scheduled', 'unsent', 'created', 'some later status'])(
    'mails nothing for a letter that is %s',
    async (status) => {
      const { letter } = await sent();
      const { copy } = await sent({ recipientEmail: `other-${ilse}` });
      const arrival = {
        arriveLocal: '2099-12-24T08:00',
        arriveZone: 'UTC',
        arriveAt: new Date('2099-12-24T08:00Z'),
      };
      await product.services.db
        .update(letters)
        .set({ status, ...arrival })
        .where(eq(letters.id, letter.id));
      await post(`${copy}/all`, ilse);
      expect(await mailed()).toBe(0);
    },
  );

  it('is closed with the letter’s page, and ends with the sender’s account', async () => {
    const { letter, path, copy } = await sent();
    await maren.call('POST', `/api/letters/${letter.id}/web-page`, { open: false });
    for (const door of [path, copy]) {
      expect((await get(`${door}/all`)).statusCode).toBe(410);
      expect((await post(`${door}/all`, ilse)).statusCode).toBe(410);
    }
    await maren.call('POST', `/api/letters/${letter.id}/web-page`, { open: true });
    await post(`${path}/all`);
    const { email, idToken } = maren.person;
    expect((await maren.call('POST', '/api/account/delete', { email, idToken })).statusCode).toBe(200);
    expect(await mailed()).toBe(0);
    expect((await post(`${path}/all`)).statusCode).toBe(404);
  });

  it('says what is wrong with what is no address, and takes nothing that would break a mail', async () => {
    const { copy } = await sent();
    const victim = 'victim@example.org';
    for (const typed of [
      '',
      'ilse',
      `${ilse}\r\nBcc: ${victim}`,
      `${ilse}, ${victim}`,
      `<${ilse}>`,
      'x'.repeat(5_000),
    ]) {
      const answer = await post(`${copy}/all`, typed);
      expect(answer.statusCode, typed).toBe(400);
      expect(answer.body).toContain('Please enter a valid email address');
    }
    const inject = (payload: string, type: string) =>
      product.app.inject({ method: 'POST', url: `${copy}/all`, headers: { 'content-type': type }, payload });
    expect((await inject('x'.repeat(1024 * 1024), 'application/x-www-form-urlencoded')).statusCode).toBe(413);
    expect((await inject(JSON.stringify({ email: ilse }), 'application/json')).statusCode).toBe(400);
    expect(
      (await inject(`email=${encodeURIComponent(ilse)}&email=${victim}`, 'application/x-www-form-urlencoded'))
        .statusCode,
    ).toBe(400);
    expect(await mailAskedLinks(product)).toBe(0);
  });

  it('knows no other token, and nothing is asked by GET, HEAD or OPTIONS', async () => {
    const { path } = await sent();
    for (const url of ['/l/all', `/l/${'a'.repeat(26)}/all`, '/l/%00/all']) {
      expect((await get(url)).statusCode, url).toBe(404);
    }
    expect((await post(`/l/${'a'.repeat(26)}/all`, ilse)).statusCode).toBe(404);
    await get(`${path}/all`);
    await get(`${path}/all`, 'HEAD');
    expect((await get(`${path}/all`, 'OPTIONS')).statusCode).toBe(404);
    expect(await mailAskedLinks(product)).toBe(0);
  });

  it('words the mail in the letter’s language, with our own address whatever the Host says, and an end to such mails', async () => {
    const { path, letter } = await sent({ language: 'de' });
    await product.services.db
      .update(letters)
      .set({ senderName: 'Maren\r\nBcc: victim@example.org' })
      .where(eq(letters.id, letter.id));
    expect((await get(`${path}/all`)).body).toContain('<html lang="de"');
    expect((await get(`${path}/all?lang=fr`)).body).toContain(`action="${path}/all?lang=fr"`);
    await post(`${path}/all`, undefined, { host: 'evil.example' });
    expect(await mailed()).toBe(1);
    const mail = await mailTo(ilse);
    expect(mail).toMatchObject({
      to: { address: ilse },
      stopUrl: `http://localhost:3000${path}/stop`,
      html: expect.stringContaining('<html lang="de">'),
    });
    expect(mail?.subject).not.toMatch(/[\r\n]/);
    expect(`${mail?.text} ${mail?.html}`).not.toMatch(/evil\.example|<img/);
    expect(mail?.text).toMatch(/^http:\/\/localhost:3000\/l\/all\/[\w-]{60}$/m);
  });

  it('works for a letter from before the mailed token by the address alone', async () => {
    const { letter, copy } = await sent();
    await product.services.db.update(letters).set({ mailedToken: null }).where(eq(letters.id, letter.id));
    expect((await get(`${copy}/all`)).body).toContain('type="email"');
    await post(`${copy}/all`, ilse);
    expect(await mailed()).toBe(1);
  });
});
