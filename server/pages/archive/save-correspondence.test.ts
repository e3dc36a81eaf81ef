import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EXPORT_PATH } from '../../../shared/account-data.ts';
import { correspondenceExportUrl } from '../../../shared/correspondences.ts';
import { letterPayload, type Signed, storedPhoto, userWithCredits } from '../../../test/support/factories.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { unzip } from '../../../test/support/unzip.ts';
import { fileKey } from '../../answers/keep-files.ts';
import { addReply } from '../../answers/receive-reply.ts';
import { wordsFor } from '../../core/words.ts';
import { photoKey } from '../../letters/photos/file-names.ts';
import { letters } from '../../letters/schema.ts';
import { saveCorrespondence } from './save-correspondence.ts';

let product: TestProduct;
let maren: Signed;
beforeAll(async () => {
  product = await startTestProduct();
  maren = await userWithCredits(product, { displayName: 'Maren Oakes', verified: true });
});
afterAll(() => product.close());

/** @param recipientName as older letters may have it: what a name may be was checked later */
async function sent(to: string, recipientName = 'Ilse', more: Record<string, unknown> = {}) {
  const post = async (url: string, payload: object) =>
    (await product.app.inject({ method: 'POST', url, headers: maren.headers, payload })).json<{
      id: number;
      conversationId: string;
    }>();
  const photo = await storedPhoto(product, maren.uid);
  const second = await storedPhoto(product, maren.uid);
  const payload = letterPayload([photo, second], { recipientEmail: to, ...more });
  const letter = await post('/api/letters', payload);
  await post(`/api/letters/${letter.id}/send`, {});
  const queuedAt = new Date('2026-03-14T12:00:00Z');
  await product.services.db.update(letters).set({ queuedAt, recipientName }).where(eq(letters.id, letter.id));
  return { ...letter, photos: [photo, second].map((url) => url.slice('/uploads/'.length, -'.jpg'.length)) };
}

/** An answer by mail with a file. */
async function answered(conversationId: string, body: string, name: string): Promise<void> {
  const { db, storage } = product.services;
  const id = randomUUID();
  const file = { id, name, size: 6, scan: 'clean' as const };
  await storage.put(fileKey(id), Buffer.from('plums!'));
  await db.transaction((tx) =>
    addReply(tx, product.services, {
      conversationId,
      side: 'recipient',
      fromEmail: 'ilse@example.org',
      subject: '',
      body,
      fullText: body,
      emailProvider: 'Email',
      messageId: `<${id}@example.org>`,
      origin: 'mail',
      attachments: [file, { name: 'huge.mov', size: 90_000_000 }],
      files: [{ ...file, storageKey: fileKey(id), incidental: false }],
    }),
  );
}

const ask = (address: string, headers = maren.headers) =>
  product.app.inject({ url: correspondenceExportUrl(address), headers });

it('archive of a correspondence: a folder a letter, answers with their files, and a page that reads without us', async () => {
  const address = `${randomUUID()}@example.org`;
  const hostile = 'Ilse/..\\<b>:"*?|\u202e CON';
  const { conversationId, photos } = await sent(address, hostile, {
    heading: 'Plums & more',
    emailMessage: 'Dear {{recipientName}},\n\nThe <plum> tree.\n\nMaren',
    photoAlts: ['The first page', ''],
  });
  await sent(address, '👩‍👩‍👧'.repeat(9));
  await answered(conversationId, 'Twice at the window.', '../../e\u0301 CON .svg');
  await product.services.storage.delete(photoKey(photos[1] ?? '', 'display'));

  const answer = await ask(address);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(
      /^attachment; filename="The letters of Maren Oakes and .+ \d{4}-\d\d-\d\d\.zip"/,
    ),
    'cache-control': 'no-store',
  });
  const files = unzip(answer.rawPayload);
  const first = '01 2026-03-14 Maren Oakes to Ilse .. b CON';
  const second = `02 2026-03-14 Maren Oakes to ${'👩‍👩‍👧'.repeat(2)}`;
  expect([...files.keys()]).toEqual([
    `${first}/page-1.jpg`,
    `${first}/answer-1-file-1 é CON.svg.txt`,
    `${second}/page-1.jpg`,
    `${second}/page-2.jpg`,
    'index.html',
  ]);
  const text = (name: string) => files.get(name)?.toString() ?? '';
  expect(text(`${first}/answer-1-file-1 é CON.svg.txt`)).toBe('plums!');
  const { stream } = await product.services.storage.read(photoKey(photos[0] ?? '', 'display'));
  expect(files.get(`${first}/page-1.jpg`)).toEqual(Buffer.concat(await stream.toArray()));

  const page = text('index.html');
  expect(page).toContain('The &lt;plum&gt; tree.');
  expect(page).not.toContain('<script');
  for (const [, href = ''] of page.matchAll(/(?:href|src)="([^"#]+)"/g))
    expect(files.has(decodeURIComponent(href)), href).toBe(true);
  expect(page.match(/<img /g)).toHaveLength(3);
  expect(page).toContain('alt="The first page"');
  expect(page).toContain('page-2.jpg is missing here. It could not be found any more.');
  expect(page).toMatch(/ answered, .+\n.+Twice at the window\./);
  expect(page).toContain('huge.mov (85.8 MB) was attached; it could not be kept.');
});

it('archive of a correspondence: only for those who exchanged letters, five an hour together with the account’s', async () => {
  const ilse = await userWithCredits(product, { verified: true });
  await sent(ilse.email);
  expect((await ask(maren.email)).statusCode).toBe(404);
  expect((await ask(maren.email, ilse.headers)).headers['content-type']).toBe('application/zip');
  for (let times = 0; times < 3; times += 1) await ask(maren.email, ilse.headers);
  const { headers } = ilse;
  for (const url of [correspondenceExportUrl(maren.email), EXPORT_PATH])
    expect((await product.app.inject({ method: 'HEAD', url, headers })).statusCode).toBe(404);
  expect((await product.app.inject({ url: EXPORT_PATH, headers })).statusCode).toBe(200);
  const refused = await ask(maren.email, headers);
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, expect.any(String)]);
});

it('archive of a correspondence: whoever goes away in the middle has no further file opened, and the open one closed', async () => {
  const address = `${randomUUID()}@example.org`;
  await sent(address);
  const { services } = product;
  let opened = 0;
  let closed = 0;
  const storage = {
    ...services.storage,
    read: async (key: string) => {
      const found = await services.storage.read(key);
      opened += 1;
      found.stream.once('close', () => {
        closed += 1;
      });
      return found;
    },
  };
  const person = { ...maren, sessionId: '', emailVerified: true, displayName: null };
  const saved = await saveCorrespondence({ ...services, storage }, person, address, wordsFor('en'));
  if (!saved) throw new Error('Nothing was found.');
  // Nobody reads on: what is open fills the buffers.
  saved.zip.once('readable', () => saved.zip.destroy());
  await new Promise((resolve) => saved.zip.once('close', resolve));
  while (closed < opened) await setTimeout(5);
  expect(opened).toBeLessThanOrEqual(1);
});
