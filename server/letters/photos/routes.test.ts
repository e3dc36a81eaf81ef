import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UploadResponse } from '../../../shared/photos.ts';
import { samplePhoto } from '../../../test/photos/sample-photos.ts';
import { errorOf, type PhotoClient, startPhotoClient } from '../../../test/support/photo-client.ts';
import { signedIn } from '../../../test/support/sign-in.ts';
import { PICTURE_HEADERS } from '../../core/http/picture-headers.ts';
import { users } from '../../people/users/schema.ts';
import { conversations, letterPhotos, letters } from '../schema.ts';

let client: PhotoClient;
beforeAll(async () => {
  client = await startPhotoClient();
});
afterAll(() => client.product.close());

describe('GET /api/photo/{filename}', () => {
  it('returns each size to its owner, cacheable only privately', async () => {
    const answer = await client.send([[await samplePhoto('plum-page-1.jpg'), 'Größe "1".jpg']]);
    const [file] = ((await answer.json()) as UploadResponse).files;
    const filename = file?.filename ?? '';
    for (const [size, width] of [
      ['display', 825],
      ['mail', 825],
      ['thumbnail', 320],
    ] as const) {
      const answer = await client.photo(`${filename}?size=${size}`);
      expect(answer.status).toBe(200);
      const { headers } = answer;
      expect(headers.get('content-type')).toBe('image/jpeg');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(Object.fromEntries(headers)).toMatchObject(PICTURE_HEADERS);
      expect(headers.get('cache-control')).toBe('private, no-cache');
      expect(headers.get('vary')).toBe('cookie');
      expect(headers.get('content-disposition')).toBe(
        `inline; filename="Gro_e _1_.jpg"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.jpg`,
      );
      const content = Buffer.from(await answer.arrayBuffer());
      expect(Number(headers.get('content-length'))).toBe(content.length);
      expect((await sharp(content).metadata()).width).toBe(width);
    }
    expect((await client.photo(filename)).headers.get('etag')).toBe(`"${filename.slice(0, 36)}-display"`);
    expect((await client.photo(`${filename}?size=original`)).status).toBe(400);
  });

  it('downloads under the original name, and answers 304 to a matching If-None-Match', async () => {
    const filename = await client.uploadOne('from grandma.png');
    const download = await client.photo(`${filename}?download=1`);
    expect(download.headers.get('content-disposition')).toMatch(/^attachment; filename="from grandma\.jpg"/);
    await download.arrayBuffer();
    const etag = download.headers.get('etag') ?? '';
    const again = await client.photo(filename, {
      ...client.writer.headers,
      'if-none-match': `"other", W/${etag}`,
    });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(Object.fromEntries(again.headers)).toMatchObject(PICTURE_HEADERS);
    expect(
      (await client.photo(filename, { ...client.writer.headers, 'if-none-match': '"other"' })).status,
    ).toBe(200);
    const head = await fetch(`http://127.0.0.1:${client.port}/api/photo/${filename}`, {
      method: 'HEAD',
      headers: client.writer.headers,
    });
    expect(head.status).toBe(200);
  });

  it("returns 401 signed out, and 404 for another user's photo, an unknown photo and a malformed name", async () => {
    const filename = await client.uploadOne();
    const stranger = await signedIn(client.product, { verified: true });
    expect((await client.photo(filename, {})).status).toBe(401);
    expect((await client.photo(filename, { 'if-none-match': '*' })).status).toBe(401);
    const missing = await errorOf(await client.photo(`${randomUUID()}.jpg`, stranger.headers));
    const theirs = await errorOf(await client.photo(filename, stranger.headers));
    expect(theirs).toEqual(missing);
    expect(theirs.status).toBe(404);
    const kept = await client.photo(filename, { ...stranger.headers, 'if-none-match': '*' });
    expect([kept.status, kept.headers.get('etag')]).toEqual([404, null]);
    for (const name of [
      'x.jpg',
      filename.toUpperCase(),
      filename.slice(0, -4),
      '..%2f..%2fsession-secret',
      '%00.jpg',
    ]) {
      expect((await client.photo(name)).status, name).toBe(404);
    }
  });

  it('is readable by a verified recipient of a letter that contains it, once that was sent', async () => {
    const filename = await client.uploadOne('PXL_20261130_091523.jpg');
    const email = `Reader-${randomUUID()}@Example.com`;
    const letterId = await letterTo(email, filename.slice(0, 36));
    const reader = await signedIn(client.product, { email, verified: true });
    const squatter = await signedIn(client.product, { email: `squat-${email}`, verified: false });
    await letterTo(squatter.email, filename.slice(0, 36), 'sent');
    expect((await client.photo(filename, reader.headers)).status, 'not sent').toBe(404);
    await client.product.services.db.update(letters).set({ status: 'sent' }).where(eq(letters.id, letterId));
    const read = await client.photo(`${filename}?size=mail`, reader.headers);
    expect(read.status, 'sent').toBe(200);
    expect(read.headers.get('content-disposition'), 'when it was taken').toMatch(/filename="photo.jpg"/);
    expect((await client.photo(filename, squatter.headers)).status, 'not verified').toBe(404);
  });

  it('returns 404, not to be stored, when its file is missing', async () => {
    const filename = await client.uploadOne();
    const id = filename.slice(0, 36);
    await client.product.services.storage.delete(`photos/${id.slice(0, 2)}/${id}/mail.jpg`);
    const answer = await client.photo(`${filename}?size=mail`);
    expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('etag')]).toEqual([
      404,
      'no-store',
      null,
    ]);
  });
});

async function letterTo(recipientEmail: string, photoId: string, status = 'created'): Promise<number> {
  const { db } = client.product.services;
  await db
    .insert(users)
    .values({ accountUid: client.writer.uid, email: client.writer.email })
    .onConflictDoNothing();
  const [user] = await db.select().from(users).where(eq(users.accountUid, client.writer.uid));
  const conversationId = randomUUID();
  const userId = user?.id ?? 0;
  await db.insert(conversations).values({
    id: conversationId,
    userId,
    recipientEmail,
    recipientToken: randomUUID(),
    senderToken: randomUUID(),
  });
  const [letter] = await db
    .insert(letters)
    .values({
      userId,
      conversationId,
      recipientEmail,
      status,
      recipientName: 'Reader',
      senderName: 'Maren Oakes',
      senderEmail: client.writer.email,
      emailMessage: 'Dear Reader,',
      template: 'vintage',
      messageId: `<${randomUUID()}@example.com>`,
      envelopeToken: randomUUID(),
    })
    .returning({ id: letters.id });
  if (!letter) throw new Error('The letter was not stored.');
  await db.insert(letterPhotos).values({ letterId: letter.id, position: 0, photoId });
  return letter.id;
}
