import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Thread } from '../../../shared/conversations.ts';
import type { Letter } from '../../../shared/letters.ts';
import { TEMPLATE_IDS } from '../../../shared/templates.ts';
import { letterPayload, storedPhoto } from '../../../test/support/factories.ts';
import { type LetterWriter, mailedPath, newLetterWriter } from '../../../test/support/letter-writer.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { letters } from '../../letters/schema.ts';

let product: TestProduct;
let maren: LetterWriter;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());
beforeEach(async () => {
  maren = await newLetterWriter(product);
});

/** Whoever has the link: no cookie, no Origin. */
const get = (url: string, headers: Record<string, string> = {}) => product.app.inject({ url, headers });
const post = (url: string, form: Record<string, string>) =>
  product.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' },
    payload: new URLSearchParams(form).toString(),
  });

/** @returns `path` as in the recipient's mail, `copy` as the sender has it */
async function pageOf(more: Record<string, unknown> = {}) {
  const letter = await maren.queued({ recipientEmail: `ilse-${randomUUID()}@example.org`, ...more });
  const copy = new URL(letter.webPage?.url ?? '').pathname;
  return { letter, path: await mailedPath(product, letter.id), copy };
}
const thread = async (letter: Letter) =>
  (await maren.call('GET', `/api/conversations/${letter.conversationId}/thread`)).json<Thread>();
const setOpen = (id: number, open: boolean) => maren.call('POST', `/api/letters/${id}/web-page`, { open });

describe('GET /l/:token', () => {
  it('has a random address from when the letter is sent', async () => {
    const photo = await storedPhoto(product, maren.person.uid);
    const created = await maren.call('POST', '/api/letters', letterPayload([photo]));
    expect(created.json<Letter>().webPage).toBeNull();
    const { letter } = await pageOf();
    expect(letter.webPage).toMatchObject({
      url: expect.stringMatching(/^http:\/\/localhost:3000\/l\/[a-z0-9]{26}$/),
      open: true,
    });
  });

  it.each(TEMPLATE_IDS)(
    'shows the letter on %s without an account, and loads nothing from other servers',
    async (template) => {
      const { letter, path } = await pageOf({
        template,
        recipientName: 'Ilse <Brandt>',
        emailMessage: 'Dear {{recipientName}},\n\n<script>alert(1)</script>\nplums.',
      });
      const answer = await get(path);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow, noarchive',
        'content-security-policy':
          "default-src 'none'; img-src 'self'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; script-src 'self'; worker-src 'self'; require-trusted-types-for 'script'; trusted-types letters",
      });
      const toRead = await get(new URL(letter.webPage?.url ?? '').pathname);
      expect(toRead.headers['content-security-policy']).not.toContain('script');
      expect(toRead.body).not.toContain('<script');
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(answer.body).toContain(`<body class="${template}">`);
      expect(answer.body).toContain('Dear Ilse &lt;Brandt&gt;,');
      expect(answer.body).toContain('&lt;script&gt;');
      expect(answer.body).toContain('Page 1 of the handwritten letter from Maren Oakes');
      expect(answer.body).toContain('<meta name="robots" content="noindex');
      expect(answer.body).not.toMatch(
        /<script(?! type="module" src="\/assets\/[\w-]+\.js"><)|style="|https?:\/\/|undefined|\[object|maren@/,
      );
      const style = /href="(\/l\/style\.[0-9a-f]+\.css)"/.exec(answer.body)?.[1] ?? '';
      const css = await get(style);
      expect(css.headers['content-type']).toContain('text/css');
      expect(css.body).toContain(`\n.${template} {`);
    },
  );

  it('speaks the reader’s language and offers the letter’s own', async () => {
    const { path } = await pageOf({ language: 'fr', emailMessage: 'Lis lentement.' });
    const german = await get(path, { 'accept-language': 'de-AT,en;q=0.5' });
    expect(german.headers.vary).toContain('accept-language, cookie');
    expect(german.body).toContain('<html lang="de"');
    expect(german.body).toMatch(/class="own-language">[^<]*<a href="[^"]+\?lang=fr" lang="fr"/);
    expect(german.body.indexOf('/photo/1"')).toBeLessThan(german.body.indexOf('Lis lentement.'));
    const chosen = await get(path, { 'accept-language': 'de', cookie: 'lang=nl' });
    expect(chosen.body).toContain('<html lang="nl"');
    const own = await get(`${path}?lang=fr`, { 'accept-language': 'de' });
    expect(own.body).toContain('<html lang="fr"');
    expect(own.body).toContain(`${path}/answer?lang=fr`);
    expect(own.body).not.toContain('own-language');
    expect((await get(path, { 'accept-language': 'sv' })).body).toContain('<html lang="fr"');
  });

  it('serves the photos below its address, cacheable by browsers only', async () => {
    const { path } = await pageOf();
    const photo = await get(`${path}/photo/1`);
    expect(photo.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, no-cache',
      'content-disposition': expect.stringContaining(
        'inline; filename="Letter from Maren Oakes, page 1.jpg"',
      ),
    });
    const again = await get(`${path}/photo/1`, { 'if-none-match': String(photo.headers.etag) });
    expect(again.statusCode).toBe(304);
    // Opened by itself it is a document of the browser's own, whose styles are inline.
    for (const { headers } of [photo, again]) {
      const policy = String(headers['content-security-policy']);
      expect(policy).toMatch(/^default-src 'none';.* style-src 'unsafe-inline';.* sandbox$/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['x-robots-tag']).toContain('noindex');
    }
    expect((await get(`${path}/photo/1?size=thumbnail`)).statusCode).toBe(200);
    for (const other of ['2', '0', 'x', '1?size=original']) {
      const missing = await get(`${path}/photo/${other}`);
      expect(missing.statusCode, other).toBe(404);
      expect(missing.headers['content-security-policy']).toContain("style-src 'self'");
    }
  });

  it('returns 404 for a wrong token, a letter that was not sent, and other paths', async () => {
    const { letter, copy: path } = await pageOf();
    await product.services.db.update(letters).set({ status: 'created' }).where(eq(letters.id, letter.id));
    const wrong = [
      '/l/abcdefghjkmnpqrstvwxyz2345',
      '/l/x',
      `/l/${letter.id}`,
      path,
      `${path}x`,
      `${path}/more/x`,
      '/l/%00',
    ];
    for (const url of wrong) {
      const answer = await get(url);
      expect(answer.statusCode, url).toBe(404);
      expect(answer.headers['content-type']).toContain('text/html');
      expect(answer.body).toContain('There is no letter here');
      expect(answer.body).not.toContain('Maren');
    }
    expect((await post('/l/abcdefghjkmnpqrstvwxyz2345/answer', { text: 'x' })).statusCode).toBe(404);
    expect((await post('/l/abcdefghjkmnpqrstvwxyz2345/stop', {})).statusCode).toBe(404);
  });

  it('can be closed and opened by the letter’s sender only', async () => {
    const { letter, path } = await pageOf();
    const other = await newLetterWriter(product);
    const notTheirs = await other.call('POST', `/api/letters/${letter.id}/web-page`, { open: false });
    expect(notTheirs.statusCode).toBe(404);
    expect((await setOpen(letter.id, false)).json<Letter>().webPage).toMatchObject({ open: false });
    for (const url of [path, `${path}/photo/1`]) expect((await get(url)).statusCode).toBe(410);
    expect((await post(`${path}/answer`, { text: 'Hello' })).statusCode).toBe(410);
    expect((await get(path)).body).toContain('This page is closed');
    expect((await get(`${path}/stop`)).statusCode).toBe(200);
    expect((await setOpen(letter.id, true)).json<Letter>().webPage).toEqual(letter.webPage);
    expect((await get(path)).statusCode).toBe(200);
    const photo = await storedPhoto(product, maren.person.uid);
    const created = await maren.call('POST', '/api/letters', letterPayload([photo]));
    expect((await setOpen(created.json<Letter>().id, false)).statusCode).toBe(409);
    const nonsense = await maren.call('POST', `/api/letters/${letter.id}/web-page`, { open: 'yes' });
    expect(nonsense.statusCode).toBe(400);
  });
});

describe('POST /l/:token/answer', () => {
  it('stores the recipient’s answer once for each form', async () => {
    const { letter, path } = await pageOf();
    const form = /name="form" value="([^"]+)"/.exec((await get(path)).body)?.[1] ?? '';
    const text = 'I read it twice.\r\n\r\nIlse <3';
    for (let n = 0; n < 2; n++) {
      const answer = await post(`${path}/answer`, { form, text });
      expect(answer.statusCode).toBe(303);
      expect(answer.headers.location).toBe(`${path}?answered#answer`);
    }
    expect((await get(`${path}?answered`)).body).toContain('Your answer is on its way');
    const { replies } = await thread(letter);
    expect(replies).toHaveLength(1);
    expect(replies[0]).toMatchObject({
      body: 'I read it twice.\n\nIlse <3',
      isFromOriginalSender: false,
      fromEmail: letter.recipientEmail,
      subject: expect.stringMatching(/^Re: A letter from Maren Oakes, [A-Z]\w+ \d+ [A-Z]\w+$/),
      fromAnotherAddress: false,
    });
    await post(`${path}/answer`, { form: randomUUID(), text });
    expect((await thread(letter)).replies).toHaveLength(2);
  });

  it('shows the form again with its text when that is empty or too long', async () => {
    const { letter, path } = await pageOf();
    expect((await post(`${path}/answer`, { text: '  \n ' })).statusCode).toBe(400);
    expect((await product.app.inject({ method: 'POST', url: `${path}/answer` })).statusCode).toBe(400);
    const long = await post(`${path}/answer`, { text: `</textarea>${'x'.repeat(20_001)}` });
    expect(long.statusCode).toBe(400);
    expect(long.body).toContain(`&lt;/textarea&gt;${'x'.repeat(20_001)}`);
    expect((await thread(letter)).replies).toHaveLength(0);
  });

  it('returns 429 after twenty an hour', async () => {
    const { letter, path } = await pageOf();
    for (let n = 0; n < 20; n++)
      expect((await post(`${path}/answer`, { text: `${n}` })).statusCode).toBe(303);
    const over = await post(`${path}/answer`, { text: 'one more' });
    expect(over.statusCode).toBe(429);
    expect(over.headers['retry-after']).toMatch(/^\d+$/);
    expect(over.body).toContain('one more');
    expect((await thread(letter)).replies).toHaveLength(20);
  });
});
