import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EXPORT_PATH } from '../../../shared/account-data.ts';
import { userWithData, type Writer } from '../../../test/support/account-owner.ts';
import { userWithCredits } from '../../../test/support/factories.ts';
import { signedIn } from '../../../test/support/sign-in.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { unzip } from '../../../test/support/unzip.ts';
import { conversationsData } from '../../answers/personal-data.ts';
import { addReply } from '../../answers/receive-reply.ts';
import { wordsFor } from '../../core/words.ts';
import { photoKey } from '../../letters/photos/file-names.ts';
import { letters } from '../../letters/schema.ts';

let product: TestProduct;
let maren: Writer;
beforeAll(async () => {
  product = await startTestProduct();
  maren = await userWithData(product, 'ilse@example.org');
});
afterAll(() => product.close());

const ask = (headers: Record<string, string>) => product.app.inject({ url: EXPORT_PATH, headers });

it('account export: contains everything of its owner as a page, as JSON, and the photos', async () => {
  const { headers } = maren;
  const [ilse] = (await product.app.inject({ url: '/api/recipients', headers })).json<{ id: number }[]>();
  const group = { name: 'Sisters', recipientIds: [ilse?.id] };
  await product.app.inject({ method: 'POST', url: '/api/recipient-groups', headers, payload: group });
  const answer = await ask(headers);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(
      /^attachment; filename="slow-letters-\d{4}-\d\d-\d\d\.zip"$/,
    ),
    'cache-control': 'no-store',
  });
  const files = unzip(answer.rawPayload);
  const [folder = ''] = [...files.keys()].map((name) => name.split('/')[0]);
  const text = (name: string) => files.get(`${folder}/${name}`)?.toString() ?? '';
  expect(JSON.parse(text('account.json'))).toMatchObject({ email: maren.email, credits: 4 });
  expect(JSON.parse(text('letters.json'))).toMatchObject([
    { id: maren.letterId, recipientEmail: 'ilse@example.org' },
  ]);
  expect(JSON.parse(text('conversations.json'))).toMatchObject([
    { replies: [{ body: 'And one plum more.' }] },
  ]);
  expect(JSON.parse(text('recipients.json'))).toMatchObject([{ name: 'Ilse Brandt' }]);
  expect(text('address-book.vcf')).toContain('FN:Ilse Brandt\r\n');
  expect(text('address-book.csv')).toContain('"Ilse Brandt","","ilse@example.org"');
  expect(JSON.parse(text('groups.json'))).toEqual([{ name: 'Sisters', people: ['ilse@example.org'] }]);
  expect(JSON.parse(text('passkeys.json'))).toEqual([]);
  expect(JSON.parse(text('security-events.json'))).toMatchObject([{ kind: 'signed-in' }]);
  expect(JSON.parse(text('ledger.json'))).toMatchObject([{ delta: -1 }, { delta: 5 }]);
  expect(JSON.parse(text('support.json'))).toMatchObject([{ message: 'How do I post a plum?' }]);
  expect(JSON.parse(text('draft.json'))).toMatchObject({ content: { message: 'A plum, not yet posted.' } });
  expect(JSON.parse(text('receipts.json'))).toEqual([]);

  const page = text('index.html');
  expect(page).toContain('The plum tree has flowered.');
  expect(page).toContain('And one plum more.');
  expect(page).toContain('Maren &lt;Oakes&gt;');
  const name = maren.photoUrl.replace('/uploads/', '');
  expect(page).toContain(`<img src="photos/${name}"`);
  const { stream } = await product.services.storage.read(photoKey(name.replace('.jpg', ''), 'display'));
  expect(files.get(`${folder}/photos/${name}`)).toEqual(Buffer.concat(await stream.toArray()));
  expect([...files.keys()].filter((key) => key.endsWith('.jpg'))).toHaveLength(2);
});

it('account export: days are those of its owner’s clock, and what was written has its own direction', async () => {
  const { db } = product.services;
  const ilse = await userWithData(product, 'maren@example.org');
  await db.execute(sql`update letters set sent_at = '2026-03-15T05:00:00Z' where id = ${ilse.letterId}`);
  await db.execute(sql`update users set time_zone = 'America/Los_Angeles' where account_uid = ${ilse.uid}`);
  const files = unzip((await ask({ ...ilse.headers, cookie: `${ilse.headers.cookie}; lang=ar` })).rawPayload);
  const page = [...files].find(([name]) => name.endsWith('/index.html'))?.[1].toString() ?? '';
  expect(page).toContain('14 مارس 2026');
  expect(page).toMatch(/<p class="text" dir="auto"[^>]*>[^<]*The plum tree has flowered\./);
  expect(page).toMatch(/<p class="text" dir="auto"[^>]*>And one plum more\./);
});

it('account export: its page links to the files that came with answers, and names those that were not kept', async () => {
  const { db, storage } = product.services;
  const [letter] = await db.select().from(letters).where(eq(letters.id, maren.letterId));
  const id = randomUUID();
  const kept = { id, name: 'recipe <1>.pdf', size: 7, scan: 'clean' as const };
  const storageKey = `files/${id.slice(0, 2)}/${id}`;
  await storage.put(storageKey, Buffer.from('plums…'));
  await db.transaction((tx) =>
    addReply(tx, product.services, {
      conversationId: letter?.conversationId ?? '',
      side: 'recipient',
      fromEmail: 'ilse@example.org',
      subject: '',
      body: 'A recipe.',
      fullText: 'A recipe.',
      emailProvider: 'Email',
      messageId: `<${id}@example.org>`,
      origin: 'mail',
      attachments: [kept, { name: 'huge.mov', size: 90_000_000 }],
      files: [{ ...kept, storageKey, incidental: false }],
    }),
  );
  const files = unzip((await ask(maren.headers)).rawPayload);
  const nameOf = (end: string) => [...files.keys()].find((name) => name.endsWith(end)) ?? '';
  const page = files.get(nameOf('/index.html'))?.toString() ?? '';
  expect(files.get(nameOf(`/files/${id}.pdf`))?.toString()).toBe('plums…');
  expect(page).toContain(`<a href="files/${id}.pdf">recipe &lt;1&gt;.pdf (1 KB)</a>`);
  expect(page).toContain('huge.mov (85.8 MB) was attached; it could not be kept.');
});

it('account export: conversations with long answers are read and written one after the other', async () => {
  const runa = {
    ...(await userWithCredits(product)),
    emailVerified: false,
    sessionId: '',
    displayName: null,
  };
  const { db, config } = product.services;
  await db.execute(sql`
    with made as (
      insert into conversations (id, user_id, recipient_email, recipient_token, sender_token, last_message_at)
      select gen_random_uuid(), ${runa.userId}::bigint, 'ilse@example.org', gen_random_uuid(), gen_random_uuid(), now()
      from generate_series(1, 3) returning id),
    sent as (
      insert into letters (user_id, conversation_id, recipient_name, recipient_email, sender_name, sender_email,
        email_message, template, status, message_id, envelope_token, sent_at)
      select ${runa.userId}::bigint, id, 'Ilse', 'ilse@example.org', 'Runa', '', '', 'vintage', 'sent', gen_random_uuid(),
        gen_random_uuid(), now() from made returning conversation_id)
    insert into replies (conversation_id, side, from_email, subject, body, full_text, email_provider, message_id)
    select conversation_id, 'recipient', 'ilse@example.org', '', '', repeat('plum ', 40000), '', gen_random_uuid()
    from sent, generate_series(1, 15)`);
  const { files } = await conversationsData.export({ db, config, words: wordsFor('en') }, runa);
  const parts: number[] = [];
  for await (const part of files.conversations()) parts.push(part.length);
  expect(parts).toEqual([1, 1, 1]);
});

it('account export: contains nothing of other users', async () => {
  const other = await signedIn(product);
  const files = unzip((await ask(other.headers)).rawPayload);
  const all = [...files.values()].map(String).join('\n');
  expect(all).not.toMatch(/plum|ilse/i);
  expect([...files.keys()].some((key) => key.endsWith('.jpg'))).toBe(false);
});

it('account export: a photo without a file becomes an empty file', async () => {
  const tayo = await userWithData(product, 'bea@example.org');
  const id = tayo.photoUrl.replace('/uploads/', '').replace('.jpg', '');
  await product.services.storage.delete(photoKey(id, 'display'));
  const files = unzip((await ask(tayo.headers)).rawPayload);
  const photos = [...files].filter(([name]) => name.endsWith('.jpg'));
  expect(photos.map(([, bytes]) => bytes.length > 0).sort()).toEqual([false, true]);
});

it('account export: needs sign-in, and is limited to five an hour', async () => {
  expect((await product.app.inject({ url: EXPORT_PATH })).statusCode).toBe(401);
  const runa = await signedIn(product);
  for (let times = 0; times < 5; times++) expect((await ask(runa.headers)).statusCode).toBe(200);
  const refused = await ask(runa.headers);
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, expect.any(String)]);
});
