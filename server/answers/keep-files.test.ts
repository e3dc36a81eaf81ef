import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { createTransport, type SendMailOptions } from 'nodemailer';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { textWithoutAttachments } from '../../shared/attachments.ts';
import { FILES_A_DAY_BYTES } from '../../shared/limits.ts';
import { aConversation, type TestConversation } from '../../test/mail/mailed-conversation.ts';
import { readAll, relayAll, relayedMail, repliesOf } from '../../test/mail/replies.ts';
import { deliverBySmtp } from '../../test/mail/reply-message.ts';
import { type ClamavStandIn, startClamav } from '../../test/stand-ins/clamav-stand-in.ts';
import { type SignedIn, signedIn } from '../../test/support/sign-in.ts';
import { startTestProduct, type TestProduct } from '../../test/support/test-product.ts';
import { mailToken } from '../core/secrets.ts';
import { wordsFor } from '../core/words.ts';
import { letters } from '../letters/schema.ts';
import { sweepOrphans } from '../operator/sweep-orphans.ts';
import { writeLettersLink } from '../pages/all-letters/letters-link.ts';
import { muteUrl } from './mute.ts';
import { conversationsData } from './personal-data.ts';
import { replyFiles, replyPhotos } from './schema.ts';

let product: TestProduct;
let clamav: ClamavStandIn;
let ilse: SignedIn;
beforeAll(async () => {
  clamav = await startClamav();
  product = await startTestProduct({ receiver: true, env: { CLAMAV_SOCKET: clamav.address } });
  ilse = await signedIn(product, { email: 'ilse.brandt@gmail.com', verified: true });
});
afterAll(async () => {
  await product.close();
  await clamav.close();
});

const PDF = {
  filename: 'Räse "1".pdf',
  contentType: 'application/pdf',
  content: Buffer.from('%PDF-1.7 recipe'),
};

async function answered(conversation: TestConversation, mail: SendMailOptions) {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const from = 'Ilse <ilse.brandt@gmail.com>';
  const { message } = await composer.sendMail({ from, to: 'letters@example.org', ...mail });
  await deliverBySmtp(product, [conversation.recipientWritesTo], message.toString('latin1'));
  await readAll(product, conversation);
  const reply = (await repliesOf(product, conversation)).at(-1);
  if (!reply) throw new Error('no reply');
  return reply;
}

const filesOf = ({ id }: TestConversation) =>
  product.services.db.select().from(replyFiles).where(eq(replyFiles.conversationId, id));

const fetched = (conversationId: string, fileId: string | undefined, headers: Record<string, string> = {}) =>
  product.app.inject({ url: `/api/conversations/${conversationId}/files/${fileId}`, headers });

describe('a file that came with an answer', () => {
  test('is kept, scanned, and saved by those in the conversation alone', async () => {
    const conversation = await aConversation(product.services);
    const reply = await answered(conversation, { text: 'The recipe.', attachments: [PDF] });
    const [file] = reply.attachments;
    expect(file).toMatchObject({ name: 'Räse "1".pdf', scan: 'clean' });
    const answer = await fetched(conversation.id, file?.id, ilse.headers);
    expect(answer.rawPayload).toEqual(PDF.content);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="Rase _1_\.pdf"; filename\*=UTF-8''R/,
    );
    const stranger = await signedIn(product, { verified: true });
    const unconfirmed = await signedIn(product);
    const another = await aConversation(product.services);
    expect((await fetched(conversation.id, file?.id, stranger.headers)).statusCode).toBe(404);
    expect((await fetched(conversation.id, file?.id, unconfirmed.headers)).statusCode).toBe(404);
    expect((await fetched(another.id, file?.id, ilse.headers)).statusCode).toBe(404);
    expect((await fetched(conversation.id, file?.id)).statusCode).toBe(401);
  });

  test("does not hand the recipient's token to the sender, in its name or its bytes", async () => {
    const conversation = await aConversation(product.services);
    const token = /[a-z0-9]{26}/.exec(conversation.recipientWritesTo)?.[0] ?? '';
    const page = `<a href="mailto:${conversation.recipientWritesTo}">Answer</a> <p>Räse</p>`;
    const reply = await answered(conversation, {
      text: 'Your letter, saved.',
      attachments: [{ filename: `letter-${token}.html`, contentType: 'text/html', content: page }],
    });
    const [file] = reply.attachments;
    expect(token).not.toBe('');
    expect(file?.name).toBe('letter-.html');
    const stored = (await fetched(conversation.id, file?.id, ilse.headers)).rawPayload.toString();
    expect(stored).toBe(page.replace(token, 'x'.repeat(token.length)));
  });

  test("does not hand the recipient's token to the sender in UTF-16, which Outlook and Notepad write", async () => {
    const conversation = await aConversation(product.services);
    const token = /[a-z0-9]{26}/.exec(conversation.recipientWritesTo)?.[0] ?? '';
    const content = Buffer.from(`To: ${conversation.recipientWritesTo}\r\nRäse`, 'utf16le');
    const attachments = [{ filename: 'winmail.dat', contentType: 'application/ms-tnef', content }];
    const reply = await answered(conversation, { text: 'See the file.', attachments });
    const { rawPayload } = await fetched(conversation.id, reply.attachments[0]?.id, ilse.headers);
    expect(rawPayload).toHaveLength(content.length);
    expect(rawPayload.toString('utf16le')).toMatch(/^To: [^@]+@[^@]+\r\nRäse$/);
    expect(rawPayload.toString('utf16le')).not.toContain(token);
  });

  test('does not hand the sender links of another letter, mute links or links to all letters', async () => {
    const { services } = product;
    const [conversation, older] = [await aConversation(services), await aConversation(services)];
    const mailedToken = mailToken();
    await services.db
      .update(letters)
      .set({ mailedToken, webToken: mailToken() })
      .where(eq(letters.conversationId, older.id));
    const mute = muteUrl(services, { conversationId: older.id, side: 'recipient' }).split('/').pop() ?? '';
    const signed = { conversationId: older.id, uid: 'maren', address: ilse.email };
    const all = writeLettersLink(services, signed);
    const secrets = [mailedToken, `${mute.slice(0, 40)}=\r\n${mute.slice(40)}`, all];
    // Of many pieces; the middle of the links is where the first one ends. In the last are many that somebody made up.
    const page = (shown: string[], madeUp = 'x') =>
      `${'-'.repeat(64 * 1024 - 90)}/l/${shown[0]}/stop /mute/${shown[1]} /l/all/${shown[2]}/file ${'-'.repeat(100_000)} /l/${shown[0]} ${`/l/all/${madeUp.repeat(60)} `.repeat(201)}/l/all/${shown[2]}`;
    const content = page(secrets, 'a');
    const reply = await answered(conversation, {
      text: 'Saved.',
      attachments: [{ filename: 'saved.html', contentType: 'text/html', content }],
    });
    const { rawPayload } = await fetched(conversation.id, reply.attachments[0]?.id, ilse.headers);
    expect(rawPayload.toString() === page(secrets.map((secret) => 'x'.repeat(secret.length)))).toBe(true);
  });

  test('is never in the relayed mail, which says where it is', async () => {
    const conversation = await aConversation(product.services);
    await answered(conversation, { text: 'The recipe.', attachments: [PDF] });
    const [relayed] = await relayAll(product, conversation);
    const mail = (await relayedMail(product, relayed))?.mail;
    expect(mail?.attachments).toEqual([]);
    expect(mail?.text).toContain('What was kept is in this conversation');
  });

  test('is named and not stored when it is a message, which may hold the links of the letter', async () => {
    const conversation = await aConversation(product.services);
    const letter = {
      filename: 'Letter.EML ',
      contentType: 'application/octet-stream',
      content: 'Subject: a',
    };
    const reply = await answered(conversation, { text: 'See below.', attachments: [letter, PDF] });
    expect(reply.attachments.map(({ name, id }) => [name, id !== undefined])).toEqual([
      ['Letter.EML', false],
      ['Räse "1".pdf', true],
    ]);
  });

  test('is named and not stored when it is infected', async () => {
    const conversation = await aConversation(product.services);
    const content = Buffer.from('INFECTED');
    const reply = await answered(conversation, { text: 'See.', attachments: [{ ...PDF, content }] });
    expect(reply.attachments).toEqual([{ name: 'Räse "1".pdf', size: content.length, scan: 'infected' }]);
    expect(await filesOf(conversation)).toEqual([]);
  });

  test('is named when the conversation kept as much as it may in a day', async () => {
    const conversation = await aConversation(product.services);
    await answered(conversation, { text: 'One.', attachments: [PDF] });
    await product.services.db
      .update(replyFiles)
      .set({ size: FILES_A_DAY_BYTES })
      .where(eq(replyFiles.conversationId, conversation.id));
    const reply = await answered(conversation, { text: 'Two.', attachments: [PDF] });
    expect(reply.attachments).toEqual([{ name: 'Räse "1".pdf', size: PDF.content.length }]);
  });

  test('outlives the sweep, is exported, and is erased with its conversation', async () => {
    const { services } = product;
    const conversation = await aConversation(services);
    await answered(conversation, { text: 'The recipe.', attachments: [PDF] });
    const [file] = await filesOf(conversation);
    const key = file?.storageKey ?? '';
    await services.storage.put('files/00/00000000-0000-4000-8000-000000000000', Buffer.from('orphan'));
    // Found by the first sweep, removed by one a month later.
    for (const days of [2, 33]) await sweepOrphans(services, new Date(Date.now() + days * 24 * 3_600_000));
    expect(await buffer((await services.storage.read(key)).stream)).toEqual(PDF.content);
    const kept: string[] = [];
    for await (const object of services.storage.list('files/')) kept.push(object.key);
    expect(kept).not.toContain('files/00/00000000-0000-4000-8000-000000000000');

    const me = {
      uid: ilse.uid,
      email: ilse.email,
      emailVerified: true,
      displayName: null,
      sessionId: '',
      userId: null,
    };
    const exported = await conversationsData.export?.(
      { ...services, words: wordsFor('en') },
      { ...ilse, ...me },
    );
    expect(exported?.attached).toContainEqual({ name: `${file?.id}.pdf`, key });

    const { rows } = await services.db.execute<{ id: string }>(
      `select user_id as id from conversations where id = '${conversation.id}'`,
    );
    const erased = await services.db.transaction(async (tx) => {
      await tx.execute(`delete from letters where conversation_id = '${conversation.id}'`);
      return conversationsData.erase(tx, { uid: 'maren', userId: Number(rows[0]?.id) });
    });
    expect(erased?.fileKeys).toContain(key);
    expect(await filesOf(conversation)).toEqual([]);
  });
});

describe('an answer without words', () => {
  test('that is one small picture shows it', async () => {
    const conversation = await aConversation(product.services);
    const heart = await sharp({ create: { width: 24, height: 24, channels: 3, background: '#c00' } })
      .png()
      .toBuffer();
    const reply = await answered(conversation, {
      html: '<div><img src="cid:heart"></div><div class="gmail_quote"><blockquote class="gmail_quote">Dear Ilse</blockquote></div>',
      attachments: [{ filename: 'heart.png', content: heart, cid: 'heart' }],
    });
    expect(reply.body).toBe('');
    const shown = await product.services.db
      .select()
      .from(replyPhotos)
      .where(eq(replyPhotos.replyId, reply.id));
    expect(shown).toHaveLength(1);
  });

  test('that is a small picture nobody can read names it', async () => {
    const conversation = await aConversation(product.services);
    const reply = await answered(conversation, {
      html: '<img src="cid:heart">',
      attachments: [{ filename: 'heart.png', content: Buffer.from('no picture'), cid: 'heart' }],
    });
    expect(reply.body).toBe('[Attached: heart.png, 1 KB]');
  });

  test("that is Outlook's own wrapping keeps it", async () => {
    const conversation = await aConversation(product.services);
    const reply = await answered(conversation, {
      attachments: [
        { filename: 'winmail.dat', contentType: 'application/ms-tnef', content: Buffer.alloc(900, 7) },
      ],
    });
    expect(reply.body).toBe('[Attached: winmail.dat, 1 KB]');
    expect(reply.attachments).toMatchObject([{ scan: 'clean' }]);
    const [relayed] = await relayAll(product, conversation);
    expect((await relayedMail(product, relayed))?.mail.text).toContain('sent as HTML or as plain text');
  });

  test.each([
    [
      'smime.p7m',
      [
        'Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m',
        'Content-Transfer-Encoding: base64',
        'Content-Disposition: attachment; filename=smime.p7m',
        '',
        'MIAGCSqGSIb3DQEHA6CAMIACAQAxggFk',
      ],
    ],
    [
      'smime.p7m',
      [
        'Content-Type: application/x-pkcs7-mime; smime-type=signed-data; name="smime.p7m"',
        'Content-Transfer-Encoding: base64',
        '',
        'MIAGCSqGSIb3DQEHAqCAMIACAQExDzAN',
      ],
    ],
    [
      'encrypted.asc',
      [
        'Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=b',
        '',
        '--b',
        'Content-Type: application/pgp-encrypted',
        'Content-Description: PGP/MIME version identification',
        '',
        'Version: 1',
        '',
        '--b',
        'Content-Type: application/octet-stream; name="encrypted.asc"',
        'Content-Disposition: inline; filename="encrypted.asc"',
        '',
        '-----BEGIN PGP MESSAGE-----',
        '',
        'hQEMA1234567890ABAf/',
        '-----END PGP MESSAGE-----',
        '--b--',
      ],
    ],
  ])('that is encrypted or wrapped in its signature keeps %s and says what it is', async (name, lines) => {
    const conversation = await aConversation(product.services);
    const head = ['From: ilse.brandt@gmail.com', 'Subject: Re: A letter', 'MIME-Version: 1.0'];
    await deliverBySmtp(product, [conversation.recipientWritesTo], [...head, ...lines, ''].join('\r\n'));
    await readAll(product, conversation);
    const [reply] = await relayAll(product, conversation);
    expect(reply?.attachments).toMatchObject([{ name, scan: 'clean' }]);
    expect(await filesOf(conversation)).toMatchObject([{ name }]);
    expect(textWithoutAttachments(reply ?? { body: 'none', attachments: [] })).toBe('');
    expect((await relayedMail(product, reply))?.mail.text).toContain(`its words are in ${name}.`);
  });
});

describe('a small picture beside words', () => {
  test('is a file when it was attached by name, and dropped from a signature and where a program named it', async () => {
    const conversation = await aConversation(product.services);
    const content = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#c00' } })
      .png()
      .toBuffer();
    const reply = await answered(conversation, {
      html: '<p>The plan. <img src="cid:drawing"><img src="cid:icon"></p><div class="gmail_signature">Ilse <img src="cid:logo"></div>',
      attachments: [
        { filename: 'drawing.png', content, cid: 'drawing', contentDisposition: 'attachment' },
        { filename: 'image001.png', content, cid: 'icon', contentDisposition: 'attachment' },
        { filename: 'plan.png', content, contentDisposition: 'inline' },
        { filename: 'logo.png', content, cid: 'logo' },
      ],
    });
    expect(reply.attachments).toMatchObject([{ name: 'drawing.png' }, { name: 'plan.png', scan: 'clean' }]);
  });
});
