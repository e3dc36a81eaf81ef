import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Thread } from '../../../shared/conversations.ts';
import { letterPayload, storedPhoto } from '../../../test/support/factories.ts';
import { letterRow, newLetterWriter } from '../../../test/support/letter-writer.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { toMessage } from '../../mail/out/transport.ts';
import { users } from '../../people/users/schema.ts';
import { photoKey } from '../photos/file-names.ts';
import { photos } from '../photos/schema.ts';
import { letters } from '../schema.ts';
import { composeLetter } from './compose-letter.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

/** A letter with `count` photos of random noise, each about 1.3 MB in the mail. */
async function letterWithLargePhotos(count: number) {
  const maren = await newLetterWriter(product);
  const raw = { width: 1050, height: 1050, channels: 3 } as const;
  const noise = await sharp(randomBytes(raw.width * raw.height * 3), { raw })
    .jpeg({ quality: 92 })
    .toBuffer();
  const urls: string[] = [];
  for (let n = 0; n < count; n++) {
    const url = await storedPhoto(product, maren.person.uid);
    const id = url.slice('/uploads/'.length, -'.jpg'.length);
    await product.services.storage.put(photoKey(id, 'mail'), noise);
    const size = { width: 1800, height: 1800, mailBytes: noise.length };
    await product.services.db.update(photos).set(size).where(eq(photos.id, id));
    urls.push(url);
  }
  const created = await maren.call('POST', '/api/letters', letterPayload(urls));
  const { id } = created.json<{ id: number }>();
  await maren.call('POST', `/api/letters/${id}/send`);
  const letter = await letterRow(product, id);
  return {
    noise,
    compose: () => composeLetter(product.services, letter),
  };
}

it.each([
  ['Maren\u202e Oakes support@slow-letters.com', 'Maren Oakes', 'Maren Oakes via Slow Letters'],
  ['https://letters.example', 'a friend', 'A friend via Slow Letters'],
])(
  'composeLetter: signed with %j before such names were refused, it comes from %s',
  async (stored, name, from) => {
    const maren = await newLetterWriter(product);
    const { id, conversationId } = await maren.queued({ recipientName: 'Ilse' });
    const dirty = { senderName: stored, recipientName: 'Il\u200bse\u2066' };
    await product.services.db.update(letters).set(dirty).where(eq(letters.id, id));
    const mail = await composeLetter(product.services, await letterRow(product, id));
    expect([mail.from.name, mail.replyTo?.name]).toEqual([from, name]);
    expect(toMessage(mail, {})).toMatchObject({ to: { name: 'Ilse' } });
    const text = `${mail.subject} ${mail.text} ${mail.html}`;
    expect(text).toContain(name);
    expect(text).not.toMatch(/[\u202e\u2066\u200b]|slow-letters\.com|letters\.example/);
    const thread = await maren.call('GET', `/api/conversations/${conversationId}/thread`);
    expect(thread.json<Thread>().letter.senderName).toBe(name === 'a friend' ? '' : name);
  },
);

async function imagesOf(mail: Awaited<ReturnType<typeof composeLetter>>): Promise<Buffer[]> {
  return Promise.all((mail.attachments ?? []).map(async ({ read }) => buffer(await read())));
}

it('composeLetter: carries each photo as it was made for the mail, the same each time', async () => {
  const { noise, compose } = await letterWithLargePhotos(3);
  for (const mail of [await compose(), await compose()])
    expect(await imagesOf(mail)).toEqual([noise, noise, noise]);
});

it('composeLetter: the day on the letter, in its text and in its Date is one, its writer’s', async () => {
  const maren = await newLetterWriter(product);
  const photo = await storedPhoto(product, maren.person.uid);
  const queuedAt = new Date('2026-11-23T03:30:05Z');
  const days: Record<string, string> = {};
  for (const timeZone of ['America/New_York', 'Asia/Kolkata', null]) {
    await product.services.db.update(users).set({ timeZone }).where(eq(users.accountUid, maren.person.uid));
    const created = await maren.call('POST', '/api/letters', letterPayload([photo]));
    const letter = await letterRow(product, created.json<{ id: number }>().id);
    const { date, html, text } = await composeLetter(product.services, { ...letter, queuedAt });
    const [day] = /November \d+, 2026/.exec(text) ?? [];
    expect(html).toContain(day);
    days[String(date)] = day ?? '';
  }
  expect(days).toEqual({
    'Sun, 22 Nov 2026 22:30:05 -0500': 'November 22, 2026',
    'Mon, 23 Nov 2026 09:00:05 +0530': 'November 23, 2026',
    'Mon, 23 Nov 2026 03:30:05 +0000': 'November 23, 2026',
  });
});
