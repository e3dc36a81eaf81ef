import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { asc, eq, like } from 'drizzle-orm';
import { createTransport, type SendMailOptions } from 'nodemailer';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { aConversation, type TestConversation } from '../../test/mail/mailed-conversation.ts';
import { readAll, relayAll, relayedMail, repliesOf } from '../../test/mail/replies.ts';
import { deliverBySmtp } from '../../test/mail/reply-message.ts';
import { storedPhoto } from '../../test/support/factories.ts';
import { signedIn } from '../../test/support/sign-in.ts';
import { startTestProduct, type TestProduct } from '../../test/support/test-product.ts';
import { projectFolder } from '../core/project-folder.ts';
import { rateCounters } from '../core/schema.ts';
import { keptBytes } from '../letters/photos/data.ts';
import { photoKey } from '../letters/photos/file-names.ts';
import { PhotoRefused } from '../letters/photos/photo-refused.ts';
import { photos } from '../letters/photos/schema.ts';
import { sweepPhotos } from '../letters/photos/sweep-photos.ts';
import { letterPhotos, letters } from '../letters/schema.ts';
import { users } from '../people/users/schema.ts';
import { replies, replyPhotos } from './schema.ts';

let product: TestProduct;
let postcard: Buffer;
let ilse: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  product = await startTestProduct({ receiver: true });
  ilse = await signedIn(product, { email: 'ilse.brandt@gmail.com', verified: true });
  postcard = await readFile(path.join(projectFolder, 'test/photos/files/postcard-back.jpg'));
});
afterAll(() => product.close());

const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#777',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer();

async function composed(mail: SendMailOptions): Promise<string> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await composer.sendMail({
    from: 'Ilse <ilse.brandt@gmail.com>',
    to: 'letters@example.org',
    ...mail,
  });
  return message.toString('latin1');
}

async function received(conversation: TestConversation, mail: SendMailOptions) {
  await deliverBySmtp(product, [conversation.recipientWritesTo], await composed(mail));
  expect(await readAll(product, conversation)).toEqual(['reply']);
  const [reply] = await repliesOf(product, conversation);
  const kept = await product.services.db
    .select({
      id: photos.id,
      name: photos.originalName,
      width: photos.width,
      owner: photos.owner,
    })
    .from(replyPhotos)
    .innerJoin(photos, eq(photos.id, replyPhotos.photoId))
    .where(eq(replyPhotos.replyId, reply?.id ?? 0))
    .orderBy(asc(replyPhotos.position));
  return { reply, kept };
}

describe('a reply that is only a file', () => {
  test('names the file as its text, in the thread and in the relayed mail', async () => {
    const conversation = await aConversation(product.services);
    const { reply } = await received(conversation, {
      text: '',
      attachments: [
        { filename: 'notes.pdf', contentType: 'application/pdf', content: Buffer.alloc(900, 7) },
        { filename: 'invite.ics', contentType: 'text/calendar', content: 'BEGIN:VCALENDAR' },
      ],
    });
    expect(reply).toMatchObject({
      body: '[Attached: notes.pdf, 1 KB]',
      attachments: [{ name: 'notes.pdf', size: 900, scan: 'unchecked' }],
    });
    expect(reply?.fullText).toContain('[Attached: invite.ics, 1 KB]');
    const url = `/api/conversations/${conversation.id}/thread`;
    const thread = await product.app.inject({ url, headers: ilse.headers });
    expect(thread.json().replies).toMatchObject([
      { body: '[Attached: notes.pdf, 1 KB]', attachments: [{ name: 'notes.pdf', size: 900 }] },
    ]);

    const [relayed] = await relayAll(product, conversation);
    const mail = (await relayedMail(product, relayed))?.mail;
    expect(mail?.text).toMatch(
      /^notes\.pdf \(1 KB\) was attached; it could not be carried along\. What was kept is in this conversation in Slow Letters\.\n\n\* \* \*/,
    );
    expect(mail?.html).toContain('notes.pdf (1 KB) was attached');
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/\[Attached|invite\.ics/);
  });
});

describe('photos of a reply', () => {
  test('are stored and relayed, whether beside the text or within it', async () => {
    const conversation = await aConversation(product.services);
    const { reply, kept } = await received(conversation, {
      html: '<p>Look at the garden!</p><img src="cid:garden"><p>And the cat.</p>',
      attachments: [
        { filename: 'garden.jpg', content: postcard, cid: 'garden' },
        { filename: 'cat.png', content: await noise(300, 200) },
      ],
    });
    expect(reply?.body).toBe('Look at the garden!\n\nAnd the cat.');
    expect(kept.map(({ name }) => name)).toEqual(['garden.jpg', 'cat.png']);
    expect(kept[0]?.owner).toBe(`conversation:${conversation.id}`);

    const [relayed] = await relayAll(product, conversation);
    const mail = await relayedMail(product, relayed);
    expect(mail?.mail.attachments.map(({ contentType }) => contentType)).toEqual([
      'image/jpeg',
      'image/jpeg',
    ]);
    expect(mail?.mail.html).toMatch(/<img src="cid:photo-1\./);
    expect(mail?.mail.text).toContain('2 photos are attached.');
  });

  test('are read later where others’ photos leave no room for one of them', async () => {
    const conversation = await aConversation(product.services);
    const busy = vi.spyOn(product.services.photos, 'convert');
    busy.mockRejectedValueOnce(new PhotoRefused('BUSY'));
    const mail = { text: 'The garden', attachments: [{ filename: 'garden.jpg', content: postcard }] };
    await expect(received(conversation, mail)).rejects.toThrow('BUSY');
    busy.mockRestore();
    expect(await readAll(product, conversation)).toEqual(['reply']);
    const [reply] = await repliesOf(product, conversation);
    expect(await product.services.db.$count(replyPhotos, eq(replyPhotos.replyId, reply?.id ?? 0))).toBe(1);
  });

  test('are read later, and none is kept before, also where a small one would be shown alone', async () => {
    const { photos: converter, db } = product.services;
    const two = [postcard, await noise(700, 500)].map((content, n) => ({ filename: `${n}.png`, content }));
    const small = { filename: 'heart.png', content: await noise(20, 20), cid: 'heart' };
    const mails = [
      { mail: { text: 'The garden', attachments: two }, before: 1 },
      { mail: { html: '<img src="cid:heart">', attachments: [small] }, before: 0 },
    ];
    for (const { mail, before } of mails) {
      const conversation = await aConversation(product.services);
      const { convert } = converter;
      let calls = 0;
      const busy = vi.spyOn(converter, 'convert').mockImplementation(async (...given) => {
        if (calls++ === before) throw new PhotoRefused('BUSY');
        return convert(...given);
      });
      await expect(received(conversation, mail)).rejects.toThrow('BUSY');
      busy.mockRestore();
      expect(await db.$count(photos, like(photos.owner, `%${conversation.id}`))).toBe(0);
    }
  });

  test('are a reply without any text', async () => {
    const conversation = await aConversation(product.services);
    const { reply, kept } = await received(conversation, {
      html: '<img src="cid:a"><div>Sent from my iPhone</div><blockquote type="cite"><div>On 4 May 2026, at 10:12, Maren wrote:</div>Dear Ilse</blockquote>',
      attachments: [{ filename: 'IMG_1.jpg', content: postcard, cid: 'a' }],
    });
    expect(reply?.body).toBe('');
    expect(reply?.fullText).toContain('Dear Ilse');
    expect(kept).toHaveLength(1);
  });

  test('do not include trackers, logos and quoted pages', async () => {
    const conversation = await aConversation(product.services);
    const { kept } = await received(conversation, {
      html: `<p>Thank you.</p><img src="cid:pixel"><img src="https://tracker.example/x.gif">
        <div class="gmail_signature">Ilse<br><img src="cid:logo"></div>
        <p>bye <img src="cid:icon"></p>
        <div class="gmail_quote"><blockquote class="gmail_quote">Dear Ilse <img src="cid:page-1"></blockquote></div>`,
      attachments: [
        { filename: 'pixel.png', content: await noise(1, 1), cid: 'pixel' },
        { filename: 'logo.png', content: await noise(110, 110), cid: 'logo' },
        { filename: 'icon.png', content: await noise(600, 60), cid: 'icon' },
        { filename: 'image001.jpg', content: postcard, cid: 'page-1' },
      ],
    });
    expect(kept).toEqual([]);
  });

  test('do not include the letter’s own pages, attached once more', async () => {
    const conversation = await aConversation(product.services);
    const url = await storedPhoto(product, 'maren');
    const photoId = url.slice('/uploads/'.length, -'.jpg'.length);
    const page = await noise(200, 200);
    const small = await noise(90, 120);
    await product.services.storage.put(photoKey(photoId, 'mail'), page);
    await product.services.storage.put(photoKey(photoId, 'thumbnail'), small);
    await product.services.db
      .update(photos)
      .set({ mailBytes: page.length, thumbnailBytes: small.length })
      .where(eq(photos.id, photoId));
    const [letter] = await product.services.db
      .select({ id: letters.id })
      .from(letters)
      .where(eq(letters.conversationId, conversation.id));
    await product.services.db
      .insert(letterPhotos)
      .values({ letterId: letter?.id ?? 0, position: 0, photoId });
    const { kept } = await received(conversation, {
      text: 'Thank you.\n\nOn 4 May 2026, at 10:12, Maren wrote:\n> Dear Ilse\n',
      attachments: [
        { filename: 'image.png', content: page },
        { filename: 'letter.png', content: small },
        { filename: 'new.jpg', content: postcard },
      ],
    });
    expect(kept.map(({ name }) => name)).toEqual(['new.jpg']);
  });

  test('are at most twenty; other files are named in the full message', async () => {
    const conversation = await aConversation(product.services);
    const small = await noise(150, 150);
    const { reply, kept } = await received(conversation, {
      text: 'All of them.',
      attachments: [
        { filename: 'winmail.dat', contentType: 'application/ms-tnef', content: Buffer.alloc(3000, 7) },
        ...Array.from({ length: 22 }, (_, n) => ({ filename: `photo-${n}.png`, content: small })),
        { filename: 'broken.jpg', content: Buffer.from('not a photo at all, whatever it is called') },
      ],
    });
    expect(kept).toHaveLength(20);
    expect(reply?.body).toBe('All of them.');
    const named = reply?.fullText.split('\n').filter((line) => line.startsWith('[Attached: '));
    expect(named).toHaveLength(4);
    expect(named?.[0]).toMatch(/^\[Attached: winmail\.dat, 3 KB]$/);
    expect(named).toContainEqual(expect.stringContaining('broken.jpg'));
    expect(named).toContainEqual(expect.stringContaining('photo-21.png'));
  });

  test('are relayed, and files beside them are only named', async () => {
    const conversation = await aConversation(product.services);
    const { reply, kept } = await received(conversation, {
      text: 'The recipe, and the jars.',
      attachments: [
        { filename: 'jars.jpg', content: postcard },
        { filename: 'recipe <1>.pdf', contentType: 'application/pdf', content: Buffer.alloc(5000, 7) },
        { filename: 'smime.p7s', contentType: 'application/pkcs7-signature', content: Buffer.alloc(3000, 7) },
      ],
    });
    expect(kept).toHaveLength(1);
    expect(reply).toMatchObject({
      body: 'The recipe, and the jars.',
      attachments: [{ name: 'recipe <1>.pdf', size: 5000 }],
    });
    const [relayed] = await relayAll(product, conversation);
    const mail = (await relayedMail(product, relayed))?.mail;
    expect(mail?.text).toContain('recipe <1>.pdf (5 KB) was attached; it could not be carried along.');
    expect(mail?.html).toContain('recipe &lt;1&gt;.pdf (5 KB) was attached; it could not be carried along.');
    expect(mail?.attachments).toHaveLength(1);
  });

  test('count against nobody’s limits and storage', async () => {
    const conversation = await aConversation(product.services);
    const { kept } = await received(conversation, {
      text: 'Here.',
      attachments: [{ filename: 'a.jpg', content: postcard }],
    });
    expect(kept.map(({ owner }) => owner)).toEqual([`conversation:${conversation.id}`]);
    const { db } = product.services;
    expect(await db.$count(rateCounters, like(rateCounters.key, 'upload-%'))).toBe(0);
    for (const { accountUid } of await db.select().from(users))
      expect(await keptBytes(db, accountUid)).toBe(0);
  });

  test('are served to both sides of the conversation only, and survive the sweep', async () => {
    const conversation = await aConversation(product.services);
    const { kept } = await received(conversation, {
      text: 'Here.',
      attachments: [{ filename: 'a.jpg', content: postcard }],
    });
    await product.services.db.update(photos).set({ createdAt: new Date('2026-01-01') });
    await sweepPhotos(product.services);
    const url = `/api/photo/${kept[0]?.id}.jpg?size=thumbnail`;
    const status = async ({ headers }: typeof ilse) =>
      (await product.app.inject({ url, headers })).statusCode;
    expect(await status(ilse)).toBe(200);
    expect(await status(await signedIn(product, { verified: true }))).toBe(404);
    expect((await product.app.inject({ url })).statusCode).toBe(401);
    const [reply] = await product.services.db
      .select({ conversationId: replies.conversationId })
      .from(replies)
      .where(eq(replies.conversationId, conversation.id));
    expect(reply?.conversationId).toBe(conversation.id);
  });
});
